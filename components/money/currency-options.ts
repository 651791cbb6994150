'use client'
import { useLocale } from 'use-intl'
import { useIsHydrated } from '@/components/time/hydrated'
import { currencyName } from '@/lib/core/format/names'
import { currencyCodes } from '@/lib/gateway/currencies'

/** All currencies to choose from. Their names are the browser's, and come with it. */
export function useCurrencyOptions() {
  const locale = useLocale()
  const named = useIsHydrated()
  return currencyCodes.map((id) => ({
    id,
    label: id,
    detail: named ? currencyName(id, locale) : undefined,
  }))
}
