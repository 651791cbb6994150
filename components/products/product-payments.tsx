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
        <ul className="divide-y">
          {payments.map((payment) => (
            <li key={payment.uid} className="py-2">
              <Entry shop={shop} payment={payment} />
            </li>
          ))}
        </ul>
      </Section>
    </Card>
  )
}

function Entry({ shop, payment }: { shop: string; payment: Payment }) {
  const { money, differenceText } = usePaymentText()
  const { card_last_4: last4, tracking_id: tracking, currency } = payment
  const amount = amountOf(payment)
  const differs = differenceText({ ...payment, amount })
  return (
    <div className="text-md">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PaymentBadge payment={payment} />
        <Link href={restsOnHref(shop, payment)} className="rounded-xs tabular-nums hover:underline">
          {money(amount, currency)}
        </Link>
        {tracking && <bdi className="min-w-0 truncate text-muted">{tracking}</bdi>}
        <span className="font-mono text-xs text-muted">{last4 && `•••• ${last4}`}</span>
        <span className="ms-auto text-muted">
          <RelativeTime at={payment.at} isPlain />
        </span>
      </p>
      {differs !== null && (
        <p className={payment.state === 'differs' ? 'mt-1 text-warn' : 'mt-1 text-muted'}>{differs}</p>
      )}
      <PaymentSteps shop={shop} payment={payment} />
      <Acceptance shop={shop} payment={payment} />
    </div>
  )
}
