'use client'
import { useCallback } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { currencyName } from '@/lib/format/names'
import type { FilterOption, ListFilter } from '../data-table/filters'
import { currencyChoices } from './currency-choices'

interface CurrencyFilter {
  chosen: readonly string[] | undefined
  /** Currencies of the newest rows, each as often as it comes; asked for when the menu is opened. Always the same function. */
  fetchUsed: () => Promise<readonly (string | null)[]>
  onChange: (chosen: string[] | null) => void
}

/** A filter by currency: any, those of the newest rows first. Many, so that it belongs behind the others in a menu. */
export function useCurrencyFilter({ chosen = [], fetchUsed, onChange }: CurrencyFilter): ListFilter {
  const t = useTranslations('amounts')
  const locale = useLocale()
  const key = chosen.join()
  // Names are the browser's, which are not Node's: here nothing is drawn before it is opened.
  const options = useCallback(async (): Promise<readonly FilterOption[]> => {
    const codes = currencyChoices(await fetchUsed(), key ? key.split(',') : undefined)
    return codes.map((value) => ({ value, label: value, note: currencyName(value, locale) }))
  }, [fetchUsed, key, locale])
  return {
    id: 'currency',
    label: t('currency'),
    options,
    isMany: true,
    selected: chosen,
    // The same choice is the same address, whatever is used today.
    onChange: (selected) => onChange(selected.length === 0 ? null : selected.toSorted()),
  }
}
