'use client'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import type { Payment } from '@/lib/payments/schema'
import { cardText } from '@/lib/core/format/card'

type Compared = Pick<Payment, 'difference' | 'asked' | 'currency'> & { amount: number | null }

/** Returns a payment's main amount: paid, else held or tried, else refunded or charged back. */
export const amountOf = ({
  paid,
  held,
  tried,
  refunded,
  charged_back: chargedBack,
}: Payment): number | null => paid || held || tried || refunded || chargedBack || tried

/** Returns functions that word payments consistently. */
export function usePaymentText() {
  const t = useTranslations('paymentState')
  const timeline = useTranslations('customers.timeline')
  const { amountText } = useMoney()
  const money = (amount: number | bigint | null, currency: string | null) =>
    amountText({ amount, currency }) ?? '–'

  /** "Paid €0.01 of €5.00"; null when nothing differs. */
  function differenceText({ difference, asked, amount, currency }: Compared): string | null {
    if (difference === null) return null
    return t(`differs.${difference}`, {
      paid: money(amount, currency),
      asked: asked ? money(asked.amount, asked.currency) : '–',
    })
  }

  /** The state with its amount, as in "Partly refunded €20.00", or how the payment differs from what was asked for. */
  function title(payment: Payment): string {
    const { state, currency } = payment
    const amount = amountOf(payment)
    const differs = state === 'differs' ? differenceText({ ...payment, amount }) : null
    if (differs !== null) return differs
    const word = t(`state.${state}`)
    return amount === null || currency === null ? word : `${word} ${money(amount, currency)}`
  }

  /** Words refunds, chargebacks and the net amount, if any. */
  function returned({ currency, paid, refunded, charged_back: chargedBack, net }: Payment): string[] {
    return [
      refunded > 0 && refunded !== paid && t('refundedAmount', { amount: money(refunded, currency) }),
      chargedBack > 0 && t('chargedBackAmount', { amount: money(chargedBack, currency) }),
      refunded + chargedBack > 0 && paid > 0 && t('net', { amount: money(net, currency) }),
    ].filter((part): part is string => part !== false)
  }

  /** Details in the order people look for them: money given back, purpose, card, reason of failure. */
  function parts(payment: Payment): string[] {
    const {
      description,
      card_brand: brand,
      card_last_4: last4,
      message,
      state,
      tracking_id: tracking,
    } = payment
    return [
      ...returned(payment),
      payment.type !== null && typeText(payment.type),
      state !== 'differs' && differenceText({ ...payment, amount: amountOf(payment) }),
      description,
      last4 && cardText(brand, last4),
      state === 'declined' && message,
      tracking && timeline('tracking', { id: tracking }),
    ].filter((part): part is string => typeof part === 'string' && part !== '')
  }

  const typeText = (type: string): string => {
    const known = knownTypes.find((one) => one === type)
    return known ? t(`type.${known}`) : type
  }

  return { title, parts, differenceText, typeText, money }
}

const knownTypes = [
  'payment',
  'charge',
  'authorization',
  'capture',
  'refund',
  'chargeback',
  'void',
  'credit',
  'payout',
  'tokenization',
] as const

/** Marks a payment as reported late after this time. */
const lateMs = 60 * 60_000

export const isReportedLate = ({
  at,
  reported_at: reportedAt,
}: Pick<Payment, 'at' | 'reported_at'>): boolean => Date.parse(reportedAt) - Date.parse(at) > lateMs
