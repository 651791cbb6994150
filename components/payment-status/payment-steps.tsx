'use client'
import { useTranslations } from 'use-intl'
import { RelativeTime } from '@/components/time/relative-time'
import { when } from '@/components/time/when'
import type { Payment, PaymentStep } from '@/lib/payments/schema'
import { Link } from '../ui/link'
import { MeaningBadge } from './payment-badge'
import { isReportedLate, usePaymentText } from './use-payment-text'
import type { Route } from 'next'

interface PaymentStepsProps {
  shop: string
  payment: Payment
}

/** Lists a payment's transactions in order, if there is more than one. */
export function PaymentSteps({ shop, payment }: PaymentStepsProps) {
  const t = useTranslations('paymentState')
  if (payment.steps.length < 2) return null
  return (
    <ol aria-label={t('steps')} className="mt-1.5 grid gap-1 border-s-2 ps-3">
      {payment.steps.map((step) => (
        <li key={step.uid}>
          <Step shop={shop} step={step} />
        </li>
      ))}
    </ol>
  )
}

function Step({ shop, step }: { shop: string; step: PaymentStep }) {
  const t = useTranslations('paymentState')
  const { money, typeText } = usePaymentText()
  const { amount, currency, type, at, reported_at: reportedAt } = step
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-muted">
      <MeaningBadge step={step} />
      <Link href={restsOnHref(shop, step)} className="rounded-xs text-text tabular-nums hover:underline">
        {[type && typeText(type), amount === null ? null : money(amount, currency)].filter(Boolean).join(' ')}
      </Link>
      <RelativeTime at={at} isPlain />
      {isReportedLate(step) && <span>{t.rich('reportedLate', { when: when(reportedAt) })}</span>}
    </span>
  )
}

/** Returns the address of the notification that a payment or transaction rests on, else of the payment itself. */
export const restsOnHref = (
  shop: string,
  { uid, notification_id: id }: Pick<Payment | PaymentStep, 'uid' | 'notification_id'>,
): Route =>
  (id === null
    ? `/shops/${shop}/payments/${encodeURIComponent(uid)}`
    : `/shops/${shop}/notifications?open=${id}`) as Route
