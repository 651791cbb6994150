'use client'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { deedOf, outcomeOf, type PaymentEntry } from './payment-words'
import { cardText } from '@/lib/format/card'

/** A payment in words: "Paid €149.90", and what is known of it beside. */
export function usePaymentText() {
  const t = useTranslations('customers.timeline')
  const { amountText } = useMoney()

  function title(entry: PaymentEntry): string {
    const { type, status } = entry
    const amount = amountText(entry)
    const outcome = outcomeOf(entry)
    const deed = deedOf(type)
    const words = () => {
      if (outcome === 'unverified') return t('claims', { status: status ?? t('noStatus') })
      if (outcome === 'failed') return deed === 'paid' ? t('failed') : t('failedType', { type: type ?? '' })
      if (outcome === 'done' && deed) return t(deed)
      return [type, status].filter(Boolean).join(', ') || t('noStatus')
    }
    // A card is kept for no money.
    return amount && entry.amount !== 0 ? `${words()} ${amount}` : words()
  }
  /** In the order they are looked for: what for, with which card, why not. */
  function parts(entry: PaymentEntry): string[] {
    const { description, card_brand: brand, card_last_4: last4, message, tracking_id: tracking } = entry
    const card = last4 ? cardText(brand, last4) : null
    const why = outcomeOf(entry) === 'failed' ? message : null
    return [description, card, why, tracking && t('tracking', { id: tracking })].filter(
      (part): part is string => !!part,
    )
  }
  return { title, parts }
}
