import type { Route } from 'next'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class'
import { Link } from './link'

export interface LinkButtonProps extends Omit<ComponentProps<'a'>, 'href' | 'className' | 'children'> {
  href: Route
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  kbd?: ReactNode
  className?: string
  children?: ReactNode
}

export function LinkButton({
  href,
  variant,
  size,
  icon,
  kbd,
  className,
  children,
  ...props
}: LinkButtonProps) {
  return (
    <Link {...props} href={href} className={buttonClass(variant, size, className)}>
      {icon}
      {children}
      {kbd}
    </Link>
  )
}
