'use client'
import type { ReactNode } from 'react'
import { cx } from './cx'
import { pressProps, type PressProps } from './button'
import { useHint } from './press/use-hint'

interface IconButtonProps extends Omit<PressProps, 'aria-label'> {
  /** The accessible name and the tooltip. */
  label: string
  icon: ReactNode
  /** `box` has a border and fits beside secondary buttons; `plain` has none. */
  look?: 'plain' | 'box'
  size?: 'sm' | 'md'
  hasTooltip?: boolean
  className?: string
}

export function IconButton(props: IconButtonProps) {
  const { label, icon, look = 'plain', size = 'md', hasTooltip = true, className, ...rest } = props
  const { anchorProps, bubble } = useHint(label, { isName: true })
  return (
    <>
      <button
        {...pressProps({ ...(hasTooltip && anchorProps), ...rest })}
        aria-label={label}
        className={cx(
          'inline-grid shrink-0 place-items-center rounded-sm border text-muted transition-colors',
          'hover:not-disabled:bg-sunken hover:not-disabled:text-text active:not-disabled:bg-border disabled:opacity-45',
          look === 'box' ? 'border-border bg-surface' : 'border-transparent',
          size === 'sm' ? 'size-6.5' : 'size-8',
          className,
        )}
      >
        {icon}
      </button>
      {hasTooltip && bubble}
    </>
  )
}
