'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { NotCounted } from '@/components/payment-status/not-counted'
import { amountOf, usePaymentText } from '@/components/payment-status/use-payment-text'
import { Card, Section } from '@/components/ui/card'
import { cx } from '@/components/ui/cx'
import type { PaymentDetail } from '@/lib/payments/detail'
import { otherAmountsOf } from '@/lib/payments/other-currencies'

interface AmountsProps {
  payment: PaymentDetail
  children?: ReactNode
}

/** The amounts as a sum: what came in, less what went back. */
export function Amounts({ payment, children }: AmountsProps) {
  const t = useTranslations('paymentPage.amounts')
  const { differenceText } = usePaymentText()
  const lines = useLines(payment)
  const differs = differenceText({ ...payment, amount: amountOf(payment) })
  return (
    <Card>
      <Section title={t('title')}>
        <dl className="grid gap-1.5 text-md/5">
          {lines.map(({ label, amount, isSum }) => (
            <div
              key={`${label} ${amount}`}
              className={cx('flex justify-between gap-3', isSum && 'border-t pt-1.5 font-semibold')}
            >
              <dt className={isSum ? undefined : 'text-muted'}>{label}</dt>
              <dd className="text-end whitespace-nowrap tabular-nums">{amount}</dd>
            </div>
          ))}
        </dl>
        {lines.length === 0 && <p className="text-md/5 text-muted">{t('none')}</p>}
        <NotCounted payment={payment} className="mt-2 block text-md/5" />
        {differs !== null && <p className="mt-2 text-md/5 font-medium text-warn">{differs}</p>}
        {children}
      </Section>
    </Card>
  )
}

type Line = { label: string; amount: string; isSum?: boolean }

function useLines(payment: PaymentDetail): Line[] {
  const t = useTranslations('paymentPage.amounts')
  const { money } = usePaymentText()
  const { currency, asked, held, tried, paid, refunded, charged_back: chargedBack, net } = payment
  const isUncounted = payment.state !== 'declined' && payment.steps.some((step) => step.not_counted !== null)
  const others = otherAmountsOf(payment)
  const returned = (as: 'refunded' | 'charged_back', label: string, own: number): Line[] =>
    [{ as, currency, amount: own }, ...others.filter((other) => other.as === as)].flatMap((back) =>
      back.amount > 0 ? { label, amount: `− ${money(back.amount, back.currency)}` } : [],
    )
  return [
    ...(asked ? [{ label: t('asked'), amount: money(asked.amount, asked.currency) }] : []),
    ...(held > 0 ? [{ label: t('held'), amount: money(held, currency) }] : []),
    ...(paid === 0 && held === 0 && tried !== null
      ? [{ label: t(isUncounted ? 'notCounted' : 'tried'), amount: money(tried, currency) }]
      : []),
    ...(paid > 0 || refunded > 0 || chargedBack > 0
      ? [{ label: t('paid'), amount: money(paid, currency) }]
      : []),
    ...others.flatMap((other) =>
      other.as === 'paid' ? { label: t('paid'), amount: money(other.amount, other.currency) } : [],
    ),
    ...returned('refunded', t('refunded'), refunded),
    ...returned('charged_back', t('chargedBack'), chargedBack),
    ...(refunded + chargedBack > 0 ? [{ label: t('net'), amount: money(net, currency), isSum: true }] : []),
  ]
}
