'use client'
import type { Route } from 'next'
import { useParams, useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { leave } from '@/components/form/drafts/leave-guards'
import { cx } from '@/components/ui/cx'
import { Link } from '@/components/ui/link'
import { queryString, type QueryValues } from '@/lib/core/client/query-string'
import { type Days, daysOf, paymentsOf } from '@/lib/overview/payments-of'
import type { CountedChoice } from '@/lib/payments/state'

interface FigureLinkProps {
  days: Days
  className?: string
  children: ReactNode
}

interface PaymentsLinkProps extends FigureLinkProps {
  counted: CountedChoice
  /** Narrows to a part of the figure. */
  part?: QueryValues
}

/** Links a figure to the payments that make it up, in the same days of the same time zone. */
export const PaymentsLink = ({ counted, part, ...rest }: PaymentsLinkProps) => (
  <FigureLink path="payments" query={{ ...paymentsOf(rest.days, counted), ...part }} {...rest} />
)

/** Returns a function that goes to what was paid in these days, for what cannot be a link. */
export function useOpenPayments(): (days: Days, part: QueryValues) => void {
  const router = useRouter()
  const { shop } = useParams<{ shop: string }>()
  return (days, part) => {
    const address = addressOf(shop, 'payments', { ...paymentsOf(days, 'paid'), ...part })
    leave(() => router.push(address))
  }
}

/** Links a figure to the report of the same days, whose sum it is. */
export const ReportLink = (props: FigureLinkProps) => (
  <FigureLink path="payments/report" query={daysOf(props.days)} {...props} />
)

interface Destination {
  path: 'payments' | 'payments/report'
  query: QueryValues
}

const addressOf = (shop: string, path: Destination['path'], query: QueryValues): Route =>
  `/shops/${shop}/${path}${queryString(query)}` as Route

function FigureLink({ path, query, days, className, children }: FigureLinkProps & Destination) {
  const { shop } = useParams<{ shop: string }>()
  if (days.currency === null) return <span className={className}>{children}</span>
  return (
    <Link
      href={addressOf(shop, path, query)}
      className={cx('rounded-xs underline-offset-4 hover:underline', className)}
    >
      {children}
    </Link>
  )
}
