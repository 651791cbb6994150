'use client'
import { createContext, useCallback, useContext } from 'react'
import { formatMoney } from '@/lib/core/format/money'
import { minorUnitExponent, type MinorUnitOverrides } from '@/lib/gateway/minor-units'

/** The shop's own numbers of decimals, over the provider's table. */
export const MinorUnits = createContext<MinorUnitOverrides>({})

type Amount = { amount: number | null; currency: string | null }

/** Money as the shop writes it. */
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
