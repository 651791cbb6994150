'use client'
import { useTranslations } from 'use-intl'
import type { CardTokenItem } from '@/lib/contracts/card-token'

/** “visa •••• 1006 · 01/27”, as far as it is known. */
export function useCardText() {
  const t = useTranslations('checkoutForm')
  return ({ brand, last_4: last4, exp_month: month, exp_year: year }: CardTokenItem): string => {
    const name = [brand ?? t('aCard'), last4 && `•••• ${last4}`].filter(Boolean).join(' ')
    const until = month && year ? `${String(month).padStart(2, '0')}/${String(year).slice(-2)}` : ''
    return [name, until].filter(Boolean).join(' · ')
  }
}
