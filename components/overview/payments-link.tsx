'use client'
import type { Route } from 'next'
import { useParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { cx } from '@/components/ui/cx'
import { Link } from '@/components/ui/link'
import { queryString } from '@/lib/core/client/search-params'
import { dayIn } from '@/lib/core/format/dates'
import type { Statistics } from '@/lib/overview/schema'
import type { CountedAs } from '@/lib/payments/state'

interface PaymentsLinkProps {
  statistics: Pick<Statistics, 'zone' | 'from' | 'until' | 'currency'>
  counted: CountedAs
  className?: string
  children: ReactNode
}

/** Links a figure to the payments that make it up, in the same days of the same time zone. */
export function PaymentsLink({ statistics, counted, className, children }: PaymentsLinkProps) {
  const { shop } = useParams<{ shop: string }>()
  const { zone, from, until, currency } = statistics
  if (currency === null) return <span className={className}>{children}</span>
  const query = queryString({
    counted,
    currency,
    day_from: dayIn(new Date(from), zone),
    day_to: dayIn(new Date(Date.parse(until) - 1), zone),
    zone,
  })
  return (
    <Link
      href={`/shops/${shop}/payments${query}` as Route}
      className={cx('rounded-xs underline-offset-4 hover:underline', className)}
    >
      {children}
    </Link>
  )
}
