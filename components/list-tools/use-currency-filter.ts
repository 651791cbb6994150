'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { currencyName } from '@/lib/core/format/names'
import { shopCurrenciesOptions } from '@/lib/shops/client'
import type { FilterOption, ListFilter } from '../data-table/filters'

/** A filter by currency: those that the shop's rows have, asked for when the menu is opened, and what else is chosen. */
export function useCurrencyFilter(
  shop: string,
  chosen: readonly string[] = [],
  onChange: (chosen: string[] | null) => void,
): ListFilter {
  const t = useTranslations('amounts')
  const locale = useLocale()
  const client = useQueryClient()
  const key = chosen.join()
  // Names are the browser's, which are not Node's: here nothing is drawn before it is opened.
  const options = useCallback(async (): Promise<readonly FilterOption[]> => {
    const { currencies } = await client.query(shopCurrenciesOptions(shop))
    // What is chosen stands at the end, so that no choice moves the others.
    const codes = new Set([...currencies, ...(key ? key.split(',') : [])])
    return [...codes].map((value) => ({ value, label: value, note: currencyName(value, locale) }))
  }, [client, shop, key, locale])
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
