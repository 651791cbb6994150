'use client'
import { createContext, useContext, useMemo } from 'react'
import { useLocale } from 'use-intl'
import { formatMoneyIn, isAtLimit } from '@/lib/core/format/money'
import { minorUnitExponent, type MinorUnitOverrides } from '@/lib/gateway/values/minor-units'

/** The shop's numbers of decimals by currency, overriding the provider's table. */
export const MinorUnits = createContext<MinorUnitOverrides>({})

/** A sum may be more than a number holds. */
type Amount = { amount: number | bigint | null; currency: string | null }
export type AmountText = (amount: Amount) => string | null

/** Returns a formatter for the shop's money, and its overrides. */
export function useMoney() {
  const overrides = useContext(MinorUnits)
  const locale = useLocale()
  const amountText = useMemo(() => amountTextIn(locale, overrides), [overrides, locale])
  const sumText = useMemo(() => sumTextIn(amountText), [amountText])
  return { amountText, sumText, overrides }
}

/** Marks a sum that may be more than what is shown. */
const sumTextIn =
  (amountText: AmountText) =>
  ({ amount, currency }: { amount: number | null; currency: string | null }): string | null => {
    const text = amountText({ amount, currency })
    if (text === null || amount === null || !isAtLimit(amount)) return text
    return `${amount > 0 ? '≥' : '≤'}\u00a0${text}`
  }

export const amountTextIn =
  (locale: string, overrides: MinorUnitOverrides): AmountText =>
  ({ amount, currency }) =>
    amount === null || currency === null
      ? null
      : formatMoneyIn(amount, currency, minorUnitExponent(currency, overrides), locale)
