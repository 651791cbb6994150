'use client'
import { useTranslations } from 'use-intl'
import type { CardTokenItem } from '@/lib/card-tokens/schema'
import { cardText } from '@/lib/core/format/card'

/** Formats a card as “Visa •••• 1006 · 01/27”, without unknown parts. */
export function useCardText() {
  const t = useTranslations('checkoutForm')
  return ({ brand, last_4: last4, exp_month: month, exp_year: year }: CardTokenItem): string => {
    const name = cardText(brand ?? t('aCard'), last4)
    const until = month && year ? `${String(month).padStart(2, '0')}/${String(year).slice(-2)}` : ''
    return [name, until].filter(Boolean).join(' · ')
  }
}
