'use client'
import { useTranslations } from 'use-intl'
import type { AmountRange } from '../list/filters/amount-dialog'
import { useMoney } from './use-money'

/**
 * Returns a function that describes a range of amounts, in minor units unless there is exactly one currency. It returns
 * null for a range without limits.
 */
export function useAmountRangeText() {
  const t = useTranslations('amounts')
  const { amountText } = useMoney()
  return ({ from, to }: AmountRange, currencies: readonly string[]): string | null => {
    const only = currencies.length === 1 ? currencies[0] : undefined
    const text = (amount: number) =>
      only === undefined ? t('minor', { amount }) : (amountText({ amount, currency: only }) ?? String(amount))
    if (from === null) return to === null ? null : t('atMost', { to: text(to) })
    if (to === null) return t('atLeast', { from: text(from) })
    return from === to ? text(from) : t('range', { from: text(from), to: text(to) })
  }
}
