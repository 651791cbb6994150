'use client'
import { LoaderCircle } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** An icon element, 16 px; while pending a spinner stands in its place. */
  icon?: ReactNode
  /** A hint at the shortcut, such as <Kbd>N</Kbd>. */
  kbd?: ReactNode
  className?: string
  children?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** While `isPending` it keeps its focus and its place but does nothing, so that a double click makes one thing. */
export function Button({ variant, size, icon, kbd, className, children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={buttonClass(variant, size, className)}>
      {props.isPending ? <LoaderCircle aria-hidden size={15} className="animate-spin" /> : icon}
      {children}
      {kbd}
    </AriaButton>
  )
}
