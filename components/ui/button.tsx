'use client'
import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class'
import { pressProps, type PressProps } from './press/press'

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
