'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import type { Payment } from '@/lib/payments/schema'

interface NotCountedProps {
  payment: Pick<Payment, 'steps'>
  className?: string
}

/** Says why transactions of a payment are in no sum, although they moved money. Once for each reason. */
export function NotCounted({ payment, className }: NotCountedProps) {
  const t = useTranslations('paymentState.notCounted')
  const reasons = new Set(payment.steps.flatMap((step) => step.not_counted ?? []))
  return [...reasons].map((reason) => (
    <span key={reason} className={cx('text-warn', className)}>
      {t(reason)}
    </span>
  ))
}
