import type { Route } from 'next'
import NextLink from 'next/link'
import type { ComponentProps } from 'react'

type LinkProps = Omit<ComponentProps<typeof NextLink>, 'href' | 'prefetch'> & { href: Route }

/**
 * A link to another page of the application, without prefetching. Pages come whole (decision 13), so prefetching a
 * page's two dozen links would only load their route segments, twice.
 */
export const Link = (props: LinkProps) => <NextLink prefetch={false} {...props} />
