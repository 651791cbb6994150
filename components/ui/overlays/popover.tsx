'use client'
import { useEffect, useState } from 'react'
import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from 'react-aria-components/Popover'
import { cx } from '../cx'
import { popoverClass } from '../fields/list-class'

export interface PopoverProps extends Omit<AriaPopoverProps, 'className'> {
  className?: string
}

/** The floating panel under a trigger. For free content, put a React Aria <Dialog> inside <DialogTrigger>. */
export function Popover({ className, ...props }: PopoverProps) {
  return <AriaPopover offset={4} {...props} className={cx(popoverClass, className)} />
}

/**
 * Open state of a lazily loaded popup. Opens only after the first render is on screen, so that its button has the focus
 * by then and gets it back on close.
 */
export function useOpenedAtFirst(isWanted = true) {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    const frame = requestAnimationFrame(() => setIsOpen(true))
    return () => cancelAnimationFrame(frame)
  }, [isWanted])
  return { isOpen, onOpenChange: setIsOpen }
}
