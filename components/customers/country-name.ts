'use client'
import { useLocale } from 'use-intl'
import { useIsHydrated } from '@/components/time/hydrated'
import { namedOptions } from '@/lib/core/format/names'

/** A country by name; while hydrating by its code, as Node and browsers know other names. */
export function useCountryName(): (code: string) => string {
  const locale = useLocale()
  const isNamed = useIsHydrated()
  return (code) => (isNamed && namedOptions('region', [code], locale)[0]?.label) || code
}
