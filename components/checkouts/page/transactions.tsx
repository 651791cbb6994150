'use client'
import { useTranslations } from 'use-intl'
import { Acceptance } from '@/components/payment-status/acceptance'
import { PaymentBadge } from '@/components/payment-status/payment-badge'
import { PaymentSteps, restsOnHref } from '@/components/payment-status/payment-steps'
import { amountOf, isReportedLate, usePaymentText } from '@/components/payment-status/use-payment-text'
import { RelativeTime } from '@/components/time/relative-time'
import { when } from '@/components/time/when'
import { Card, Section } from '@/components/ui/card'
import type { CheckoutDetail } from '@/lib/checkouts/schema'
import type { Payment } from '@/lib/payments/schema'
import { cardText } from '@/lib/core/format/card'
import { Link } from '../../ui/link'

interface TransactionsProps {
  shop: string
  checkout: CheckoutDetail
}

/** Updates live. */
export function Transactions({ shop, checkout: { payments, transaction_type: type } }: TransactionsProps) {
  const t = useTranslations('checkouts.transactions')
  return (
    <Card>
      <Section title={t('title', { type })} sub={t('sub')}>
        {payments.length === 0 ? (
          <p className="text-md text-muted">{t('none')}</p>
        ) : (
          <ul className="divide-y">
            {payments.map((payment) => (
              <li key={payment.uid} className="py-2.5">
                <PaymentEntry shop={shop} payment={payment} />
              </li>
            ))}
          </ul>
        )}
      </Section>
    </Card>
  )
}

function PaymentEntry({ shop, payment }: { shop: string; payment: Payment }) {
  const t = useTranslations('checkouts.transactions')
  const states = useTranslations('paymentState')
  const { money, typeText, differenceText } = usePaymentText()
  const { uid, at, reported_at: reportedAt, type, message, state, authenticity, checkout_link: by } = payment
  const { card_brand: brand, card_last_4: last4, currency } = payment
  const amount = amountOf(payment)
  const differs = differenceText({ ...payment, amount })
  return (
    <div className="text-md/5">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <PaymentBadge payment={payment} />
        <Link
          href={restsOnHref(shop, payment)}
          className="rounded-xs font-medium tabular-nums hover:underline"
        >
          {money(amount, currency)}
        </Link>
        {type && <span className="min-w-0 truncate text-muted">{typeText(type)}</span>}
        {last4 && <span className="text-muted">{cardText(brand, last4)}</span>}
        <span className="ms-auto text-muted">
          <RelativeTime at={at} isPlain />
        </span>
      </p>
      {differs !== null && <p className="mt-1 font-medium text-warn">{differs}</p>}
      {message && state === 'declined' && (
        <p className="mt-1 wrap-anywhere">
          <bdi>{message}</bdi>
        </p>
      )}
      <PaymentSteps shop={shop} payment={payment} />
      <p className="mt-1 flex flex-wrap gap-x-2 text-sm text-muted">
        <span>{t(`evidence.${authenticity}`)}</span>
        {by && <span>{t(`matched.${by}`)}</span>}
        {isReportedLate(payment) && <span>{states.rich('reportedLate', { when: when(reportedAt) })}</span>}
        <span className="min-w-0 truncate font-mono text-xs/5">{uid}</span>
      </p>
      <Acceptance shop={shop} payment={payment} />
    </div>
  )
}
