'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { Acceptance } from '@/components/payment-status/acceptance'
import { PaymentBadge } from '@/components/payment-status/payment-badge'
import { PaymentSteps, restsOnHref } from '@/components/payment-status/payment-steps'
import { amountOf, usePaymentText } from '@/components/payment-status/use-payment-text'
import { RelativeTime } from '@/components/time/relative-time'
import { Card, Section } from '@/components/ui/card'
import { cx } from '@/components/ui/cx'
import { Skeleton } from '@/components/ui/skeleton'
import type { Payment } from '@/lib/payments/schema'
import { productPaymentsOptions } from '@/lib/payments/client'
import { Link } from '../ui/link'

export function ProductPayments({ shop, id }: { shop: string; id: string }) {
  const t = useTranslations('products')
  const query = useQuery(productPaymentsOptions(shop, id))
  const payments = query.data?.items ?? []
  return (
    <Card>
      <Section title={t('payments')} sub={t('fromNotifications')}>
        {query.isPending && <Skeleton className="h-5 w-full" />}
        {query.isError && query.data === undefined && (
          <QueryError query={query} title={t('paymentsFailed')} />
        )}
        {query.data && payments.length === 0 && <p className="text-md text-muted">{t('noPayments')}</p>}
        <ul className="divide-y md:grid md:grid-cols-[auto_auto_minmax(0,1fr)_auto_auto] md:gap-x-3">
          {payments.map((payment) => (
            <Entry key={payment.uid} shop={shop} payment={payment} />
          ))}
        </ul>
      </Section>
    </Card>
  )
}

const alignedClass = 'md:col-span-full md:grid md:grid-cols-subgrid'

/** A payment whose figures line up with those of the others; on a phone they wrap. */
function Entry({ shop, payment }: { shop: string; payment: Payment }) {
  const { money, differenceText } = usePaymentText()
  const { card_last_4: last4, tracking_id: tracking, currency } = payment
  const amount = amountOf(payment)
  const differs = differenceText({ ...payment, amount })
  return (
    <li className={cx('py-2 text-md', alignedClass)}>
      <p className={cx('flex flex-wrap items-center gap-x-3 gap-y-1', alignedClass)}>
        <PaymentBadge payment={payment} />
        <Link
          href={restsOnHref(shop, payment)}
          className="rounded-xs tabular-nums hover:underline md:justify-self-end"
        >
          {money(amount, currency)}
        </Link>
        <bdi className="min-w-0 truncate text-muted">{tracking}</bdi>
        <span className="font-mono text-xs text-muted">{last4 && `•••• ${last4}`}</span>
        <span className="text-muted max-md:ms-auto md:justify-self-end">
          <RelativeTime at={payment.at} isPlain />
        </span>
      </p>
      <div className="md:col-span-full">
        {differs !== null && (
          <p className={payment.state === 'differs' ? 'mt-1 text-warn' : 'mt-1 text-muted'}>{differs}</p>
        )}
        <PaymentSteps shop={shop} payment={payment} />
        <Acceptance shop={shop} payment={payment} />
      </div>
    </li>
  )
}
