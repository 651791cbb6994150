'use client'
import { createContext, useCallback, useContext } from 'react'
import { formatMoney } from '@/lib/core/format/money'
import { minorUnitExponent, type MinorUnitOverrides } from '@/lib/gateway/minor-units'

/** The shop's numbers of decimals by currency, overriding the provider's table. */
export const MinorUnits = createContext<MinorUnitOverrides>({})

/** A sum may be more than a number holds. */
type Amount = { amount: number | bigint | null; currency: string | null }

/** Returns a formatter for the shop's money, and its overrides. */
export function useMoney() {
  const overrides = useContext(MinorUnits)
  const amountText = useCallback(
    ({ amount, currency }: Amount): string | null =>
      amount === null || currency === null
        ? null
        : formatMoney(amount, currency, minorUnitExponent(currency, overrides)),
    [overrides],
  )
  return { amountText, overrides }
}
