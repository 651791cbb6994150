'use client'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { useMay } from '@/components/frame/use-may'
import { useLiveConnection } from '@/components/frame/use-live-updates'
import { PaymentBadge } from '@/components/payment-status/payment-badge'
import { usePaymentText } from '@/components/payment-status/use-payment-text'
import { useIsHydrated } from '@/components/ui/hydrated'
import { RelativeTime } from '@/components/time/relative-time'
import { Badge } from '@/components/ui/text/badge'
import { Card, Section } from '@/components/ui/card'
import { latestOptions } from '@/lib/overview/client'
import type { PaymentItem } from '@/lib/payments/list'
import { paymentName } from '@/lib/payments/name'
import { cx } from '../ui/cx'
import { Link } from '../ui/link'
import { visibleName } from '../ui/text/visible-text'
import { DemoPayment } from './demo-payment'

interface LatestPaymentsProps {
  shop: string
  isSandbox: boolean
  hasDemo: boolean
}

/** The newest payments, with live updates. */
export function LatestPayments({ shop, isSandbox, hasDemo }: LatestPaymentsProps) {
  const t = useTranslations('overview.latest')
  const query = useQuery(latestOptions(shop))
  const isConnected = useLiveConnection()
  const isHydrated = useIsHydrated()
  const mayPay = useMay('checkouts.create')
  const { data } = query
  return (
    <Card>
      <Section
        title={t('title')}
        sub={
          isHydrated &&
          isConnected !== null && (
            <Badge tone={isConnected ? 'ok' : 'neutral'} hasDot>
              {t(isConnected ? 'live' : 'notLive')}
            </Badge>
          )
        }
        actions={hasDemo && <DemoPayment shop={shop} className="justify-end" />}
      >
        {query.isError && !data && <QueryError query={query} title={t('failed')} />}
        {data?.items.length === 0 && (
          <p className="py-4 text-md text-muted">{t(isSandbox && mayPay ? 'emptySandbox' : 'empty')}</p>
        )}
        {data && data.items.length > 0 && (
          <>
            <ul className="-mx-2">
              {data.items.map((payment) => (
                <li key={payment.uid} className="border-b last:border-b-0">
                  <Row shop={shop} payment={payment} />
                </li>
              ))}
            </ul>
            <Link
              href={`/shops/${shop}/payments` as Route}
              className="mt-2 inline-flex min-h-6 items-center text-md text-muted underline underline-offset-2 hover:text-text"
            >
              {t('all')}
            </Link>
          </>
        )}
      </Section>
    </Card>
  )
}

function Row({ shop, payment }: { shop: string; payment: PaymentItem }) {
  const { money } = usePaymentText()
  const { uid, amount, currency, tracking_id: trackingId, customer, email, at } = payment
  return (
    <Link
      href={`/shops/${shop}/payments/${encodeURIComponent(uid)}` as Route}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 rounded-xs px-2 py-2 text-base hover:bg-row-hover md:grid-cols-[7.5rem_minmax(7.5rem,auto)_minmax(0,4fr)_minmax(9rem,3fr)_6.5rem]"
    >
      <span className="grid max-md:order-3">
        <PaymentBadge payment={payment} />
      </span>
      <span className="num whitespace-nowrap max-md:order-2 max-md:text-end">{money(amount, currency)}</span>
      <span dir="auto" className="min-w-0 truncate max-md:order-1">
        {visibleName(paymentName(payment))}
      </span>
      <span
        dir="auto"
        className={cx('truncate text-xs text-muted max-md:hidden', trackingId !== null && 'font-mono')}
      >
        {trackingId ?? visibleName(customer?.name ?? email ?? '–')}
      </span>
      <span className="text-end text-sm whitespace-nowrap text-muted tabular-nums max-md:order-4">
        <RelativeTime at={at} isPlain />
      </span>
    </Link>
  )
}
