'use client'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { CheckboxButton, CheckboxField, type CheckboxFieldProps } from 'react-aria-components/Checkbox'
import { cx } from '../cx'
import {
  CheckboxGroup as AriaCheckboxGroup,
  type CheckboxGroupProps as AriaCheckboxGroupProps,
} from 'react-aria-components/CheckboxGroup'
import { FieldHelp, fieldClass, FieldLabel, type FieldProps } from './field'

interface CheckboxProps extends Omit<CheckboxFieldProps, 'className' | 'children'> {
  /** The label. Without it, pass `aria-label`. */
  children?: ReactNode
  className?: string
}

export function Checkbox({ children, className, ...props }: CheckboxProps) {
  return (
    <CheckboxField {...props} className={className}>
      <CheckboxButton className="group flex min-h-6 items-start gap-2 text-md/5 data-disabled:text-faint">
        {({ isIndeterminate, isSelected }) => (
          <>
            <span
              aria-hidden
              className={cx(
                'mt-0.5 grid size-4 shrink-0 place-items-center rounded-xs border-[1.5px] border-control bg-surface',
                'text-on-accent group-data-selected:border-accent group-data-selected:bg-accent',
                'group-data-indeterminate:border-accent group-data-indeterminate:bg-accent',
                'group-data-invalid:border-danger group-data-disabled:opacity-50',
                'outline-offset-2 outline-accent group-data-focus-visible:outline-2',
              )}
            >
              {isIndeterminate ? (
                <Minus size={11} strokeWidth={3.5} />
              ) : (
                isSelected && <Check size={11} strokeWidth={3.5} />
              )}
            </span>
            {children && <span>{children}</span>}
          </>
        )}
      </CheckboxButton>
    </CheckboxField>
  )
}

export interface CheckboxGroupProps
  extends Omit<AriaCheckboxGroupProps, 'className' | 'children' | 'isInvalid'>, FieldProps {
  /** <Checkbox value="…"> elements. */
  children: ReactNode
  /** Layout classes; stacked by default. */
  layout?: string
}

export function CheckboxGroup(props: CheckboxGroupProps) {
  const {
    label,
    labelNote,
    hint,
    error,
    className,
    children,
    layout = 'flex flex-col gap-1',
    ...rest
  } = props
  return (
    <AriaCheckboxGroup
      {...rest}
      isInvalid={!!error}
      validationBehavior="aria"
      className={cx(fieldClass, className)}
    >
      <FieldLabel note={labelNote}>{label}</FieldLabel>
      <div className={layout}>{children}</div>
      <FieldHelp hint={hint} error={error} />
    </AriaCheckboxGroup>
  )
}
