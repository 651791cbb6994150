'use client'
import type { ReactNode } from 'react'
import { SwitchButton, SwitchField, type SwitchFieldProps } from 'react-aria-components/Switch'
import { cx } from '../cx'
import { FieldHelp } from './field'

export interface SwitchProps extends Omit<SwitchFieldProps, 'className' | 'children' | 'isInvalid'> {
  children: ReactNode
  hint?: ReactNode
  error?: string
  className?: string
}

/** A switch with immediate effect, or a yes/no of a form. The whole line is the target. */
export function Switch({ children, hint, error, className, ...props }: SwitchProps) {
  return (
    <SwitchField
      {...props}
      isInvalid={!!error}
      validationBehavior="aria"
      className={cx('flex flex-col', className)}
    >
      <SwitchButton className="group flex min-h-6 items-center gap-2.5 text-md/5 data-disabled:text-faint">
        <span
          aria-hidden
          className={cx(
            'flex h-[18px] w-[30px] shrink-0 items-center rounded-full bg-control p-0.5 transition-colors',
            'outline-offset-2 outline-accent group-data-focus-visible:outline-2 group-data-selected:bg-accent',
            'group-data-disabled:opacity-50',
            // Forced colours remove backgrounds: on is filled, off is an outline.
            'forced-colors:forced-color-adjust-none forced-colors:bg-[Canvas] forced-colors:inset-ring forced-colors:inset-ring-[ButtonText]',
            'forced-colors:group-data-selected:bg-[Highlight]',
          )}
        >
          <span className="size-3.5 rounded-full bg-knob transition-transform group-data-selected:translate-x-3 rtl:group-data-selected:-translate-x-3 group-data-selected:bg-on-accent forced-colors:bg-[ButtonText] forced-colors:group-data-selected:bg-[HighlightText]" />
        </span>
        <span>{children}</span>
      </SwitchButton>
      <div className="ps-10">
        <FieldHelp hint={hint} error={error} />
      </div>
    </SwitchField>
  )
}
