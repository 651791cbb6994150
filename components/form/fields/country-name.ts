'use client'
import { useLocale } from 'use-intl'
import { useIsHydrated } from '@/components/ui/hydrated'
import { countryName } from '@/lib/core/format/names'

/**
 * Returns a function that names a country. During hydration it returns the code, because Node and browsers have
 * different names.
 */
export function useCountryName(): (code: string) => string {
  const locale = useLocale()
  const isNamed = useIsHydrated()
  return (code) => (isNamed ? countryName(code, locale) : code)
}
