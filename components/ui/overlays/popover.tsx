'use client'
import { useEffect, useState } from 'react'
import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from 'react-aria-components/Popover'
import { cx } from '../cx'

/** Shared look of everything that drops down: select, combo box, menu, palette. */
export const popoverClass =
  'animate-pop overflow-hidden rounded-md border border-border-strong bg-surface text-md text-text shadow-pop outline-none'

/** The height cuts an option in half and a shadow marks the edge, so that a long list shows there is more. */
export const longListClass = 'max-h-77 overflow-auto scroll-shadows outline-none'
export const listClass = `${longListClass} p-1`

export const itemClass =
  'flex min-h-8 cursor-default items-center gap-2 rounded-xs px-2 py-1.5 outline-none select-none ' +
  'data-focused:bg-sunken data-disabled:text-faint data-selected:font-medium data-selected:text-accent'

interface PopoverProps extends Omit<AriaPopoverProps, 'className'> {
  className?: string
}

/** The floating panel under a trigger. For free content, put a React Aria <Dialog> inside <DialogTrigger>. */
export function Popover({ className, ...props }: PopoverProps) {
  return <AriaPopover offset={4} {...props} className={cx(popoverClass, className)} />
}

/**
 * For `ref` of the button that replaces a pressed one, instead of `autoFocus`: that comes a frame later, and by then a
 * dialog around it has given the focus to its own first button.
 */
export const focusAtOnce = (button: HTMLButtonElement | null): void => button?.focus({ preventScroll: true })

/**
 * Open state of a lazily loaded popup. Opens only after the first render is on screen, so that its button has the focus
 * ({@link focusAtOnce}) by then and gets it back on close.
 */
export function useOpenedAtFirst() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setIsOpen(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return { isOpen, onOpenChange: setIsOpen }
}
