'use client'
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
