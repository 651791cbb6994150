'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { currencyName } from '@/lib/core/format/names'
import { shopCurrenciesOptions } from '@/lib/shops/client'
import type { FilterOption, ListFilter } from '../data-table/filters'

/**
 * Returns a filter by currency. Its options, fetched when the menu opens, are the currencies of the shop's rows plus
 * the chosen ones.
 */
export function useCurrencyFilter(
  shop: string,
  chosen: readonly string[] = [],
  onChange: (chosen: string[] | null) => void,
): ListFilter {
  const t = useTranslations('amounts')
  const locale = useLocale()
  const client = useQueryClient()
  const key = chosen.join()
  // Currency names differ between Node and browsers, but nothing renders before the menu opens.
  const options = useCallback(async (): Promise<readonly FilterOption[]> => {
    const { currencies } = await client.query(shopCurrenciesOptions(shop))
    // Chosen currencies without rows go last, so that choosing does not move the others.
    const codes = new Set([...currencies, ...(key ? key.split(',') : [])])
    return [...codes].map((value) => ({ value, label: value, note: currencyName(value, locale) }))
  }, [client, shop, key, locale])
  return {
    id: 'currency',
    label: t('currency'),
    options,
    isMany: true,
    selected: chosen,
    // Sorted, so that the same choice always gives the same address.
    onChange: (selected) => onChange(selected.length === 0 ? null : selected.toSorted()),
  }
}
