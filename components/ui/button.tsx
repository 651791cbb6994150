'use client'
import { LoaderCircle } from 'lucide-react'
import type { ReactNode, ButtonHTMLAttributes, MouseEvent, Ref } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class'

export interface ButtonProps extends PressProps {
  variant?: ButtonVariant
  size?: ButtonSize
  /** An icon element, 16 px. A spinner replaces it while pending. */
  icon?: ReactNode
  kbd?: ReactNode
  className?: string
  children?: ReactNode
}

export function Button({ variant, size, icon, kbd, className, children, ...props }: ButtonProps) {
  return (
    <button {...pressProps(props)} className={buttonClass(variant, size, className)}>
      {props.isPending ? <LoaderCircle aria-hidden size={15} className="animate-spin" /> : icon}
      {children}
      {kbd}
    </button>
  )
}

/** Props of our buttons, with React Aria's names, so that all buttons read the same. */
export interface PressProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'className' | 'children' | 'disabled' | 'onClick'
> {
  isDisabled?: boolean
  /** Keeps focus and place but ignores presses, so that a double click acts once. */
  isPending?: boolean
  onPress?: () => unknown
  /** Called when the pointer comes near: preload what a press will need. */
  onHoverStart?: () => void
  ref?: Ref<HTMLButtonElement>
}

/**
 * Turns press props into those of a plain <button>. Plain, because buttons are on every page and React Aria's adds 15
 * kB for what the element does itself. Triggers of React Aria's menus and pickers use its own button.
 */
export function pressProps({ isDisabled, isPending, onPress, onHoverStart, type, ...rest }: PressProps) {
  return {
    ...rest,
    // Stops Enter from submitting the form again while it is being sent.
    type: isPending ? ('button' as const) : (type ?? ('button' as const)),
    disabled: isDisabled,
    'data-disabled': isDisabled ? '' : undefined,
    'aria-disabled': isPending ? true : undefined,
    'data-pending': isPending ? '' : undefined,
    onPointerEnter: (event: React.PointerEvent<HTMLButtonElement>) => {
      rest.onPointerEnter?.(event)
      onHoverStart?.()
    },
    onClick: ({ currentTarget, detail }: MouseEvent<HTMLButtonElement>) => {
      if (isPending) return
      // Safari does not focus a pressed button, and what it opens returns the focus to it. Enter in a field also clicks
      // the submit button; then the focus stays in the field.
      if (type !== 'submit' || detail > 0) currentTarget.focus({ preventScroll: true })
      void onPress?.()
    },
  }
}
