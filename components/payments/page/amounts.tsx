'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { amountOf, usePaymentText } from '@/components/payment-status/use-payment-text'
import { Card, Section } from '@/components/ui/card'
import { cx } from '@/components/ui/cx'
import type { PaymentDetail } from '@/lib/payments/detail'

interface AmountsProps {
  payment: PaymentDetail
  children: ReactNode
}

/** The amounts as a sum: what came in, less what went back. */
export function Amounts({ payment, children }: AmountsProps) {
  const t = useTranslations('paymentPage.amounts')
  const { money, differenceText } = usePaymentText()
  const { currency, asked, held, tried, paid, refunded, charged_back: chargedBack, net } = payment
  const differs = differenceText({ ...payment, amount: amountOf(payment) })
  const lines: [label: string, amount: string, isSum?: boolean][] = [
    ...(asked ? [[t('asked'), money(asked.amount, asked.currency)] as [string, string]] : []),
    ...(held > 0 ? [[t('held'), money(held, currency)] as [string, string]] : []),
    ...(paid === 0 && held === 0 && tried !== null
      ? [[t('tried'), money(tried, currency)] as [string, string]]
      : []),
    ...(paid > 0 || refunded > 0 || chargedBack > 0
      ? [[t('paid'), money(paid, currency)] as [string, string]]
      : []),
    ...(refunded > 0 ? [[t('refunded'), `− ${money(refunded, currency)}`] as [string, string]] : []),
    ...(chargedBack > 0 ? [[t('chargedBack'), `− ${money(chargedBack, currency)}`] as [string, string]] : []),
    ...(refunded + chargedBack > 0
      ? [[t('net'), money(net, currency), true] as [string, string, boolean]]
      : []),
  ]
  return (
    <Card>
      <Section title={t('title')}>
        <dl className="grid gap-1.5 text-md/5">
          {lines.map(([label, amount, isSum]) => (
            <div
              key={label}
              className={cx('flex justify-between gap-3', isSum && 'border-t pt-1.5 font-semibold')}
            >
              <dt className={isSum ? undefined : 'text-muted'}>{label}</dt>
              <dd className="text-end whitespace-nowrap tabular-nums">{amount}</dd>
            </div>
          ))}
        </dl>
        {differs !== null && <p className="mt-2 text-md/5 font-medium text-warn">{differs}</p>}
        {children}
      </Section>
    </Card>
  )
}
