'use client'
import { useLocale } from 'use-intl'
import { useIsHydrated } from '@/components/ui/hydrated'
import { currencyName } from '@/lib/core/format/names'
import { currencyCodes } from '@/lib/gateway/values/currencies'

/** Returns all currencies as options. Their names come from the browser, after hydration. */
export function useCurrencyOptions() {
  const locale = useLocale()
  const isHydrated = useIsHydrated()
  return currencyCodes.map((id) => ({
    id,
    label: id,
    detail: isHydrated ? currencyName(id, locale) : undefined,
  }))
}
