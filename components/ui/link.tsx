import type { Route } from 'next'
import NextLink from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class'

type LinkProps = Omit<ComponentProps<typeof NextLink>, 'href' | 'prefetch'> & { href: Route }

/**
 * A link to another page of the application, without prefetching. Pages come whole (decision 13), so prefetching a
 * page's two dozen links would only load their route segments, twice.
 */
export const Link = (props: LinkProps) => <NextLink prefetch={false} {...props} />

interface LinkButtonProps extends Omit<ComponentProps<'a'>, 'href' | 'className' | 'children'> {
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
