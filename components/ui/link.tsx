import type { Route } from 'next'
import NextLink from 'next/link'
import type { ComponentProps } from 'react'

type LinkProps = Omit<ComponentProps<typeof NextLink>, 'href' | 'prefetch'> & { href: Route }

/**
 * Leads to another page of the application. Nothing is fetched before it is followed: pages come whole (decision 13),
 * so that all a page could fetch of its two dozen links is their way through the folders, twice.
 */
export const Link = (props: LinkProps) => <NextLink prefetch={false} {...props} />
