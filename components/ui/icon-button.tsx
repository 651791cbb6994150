'use client'
import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { cx } from './cx'
import { useHint } from './use-hint'

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'aria-label'> {
  /** The accessible name; also the tooltip. */
  label: string
  icon: ReactNode
  /** `box` has an edge and stands beside secondary buttons; `plain` has none. */
  look?: 'plain' | 'box'
  size?: 'sm' | 'md'
  tooltip?: boolean
  className?: string
  ref?: Ref<HTMLButtonElement>
}

export function IconButton(props: IconButtonProps) {
  const { label, icon, look = 'plain', size = 'md', tooltip = true, className, ...rest } = props
  const { anchorProps, bubble } = useHint(label, { isName: true })
  const button = (
    <AriaButton
      {...rest}
      {...(tooltip && anchorProps)}
      aria-label={label}
      className={cx(
        'inline-grid shrink-0 place-items-center rounded-sm border text-muted transition-colors',
        'data-hovered:bg-sunken data-hovered:text-text data-pressed:bg-border data-disabled:opacity-45',
        look === 'box' ? 'border-border bg-surface' : 'border-transparent',
        size === 'sm' ? 'size-6.5' : 'size-8',
        className,
      )}
    >
      {icon}
    </AriaButton>
  )
  return (
    <>
      {button}
      {tooltip && bubble}
    </>
  )
}
