'use client'
import { useQueryClient } from '@tanstack/react-query'
import type { ParserMap } from 'nuqs'
import { useCallback } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { currencyName } from '@/lib/core/format/names'
import { shopCurrenciesOptions } from '@/lib/shops/client'
import type { FilterOption, ListFilter } from '../data-table/filters'
import type { FilterContext } from './define-list'
import { multiFilter } from './filters'

/**
 * Returns the filter `currency`. Its options, fetched when the menu opens, are the currencies of the shop's rows plus
 * the chosen ones.
 */
export function useCurrencyFilter<Filters extends ParserMap & Record<'currency', unknown>>(
  list: FilterContext<Filters>,
): ListFilter {
  const t = useTranslations('amounts')
  const locale = useLocale()
  const client = useQueryClient()
  const { shop } = list
  const key = ((list.narrowed.currency ?? []) as readonly string[]).join()
  // Currency names differ between Node and browsers, but nothing renders before the menu opens.
  const options = useCallback(async (): Promise<readonly FilterOption[]> => {
    const { currencies } = await client.query(shopCurrenciesOptions(shop))
    // Chosen currencies without rows go last, so that choosing does not move the others.
    const codes = new Set([...currencies, ...(key ? key.split(',') : [])])
    return [...codes].map((value) => ({ value, label: value, note: currencyName(value, locale) }))
  }, [client, shop, key, locale])
  const filter = multiFilter(list, 'currency', { label: t('currency'), options })
  // Sorted, so that the same choice always gives the same address.
  return { ...filter, onChange: (chosen) => filter.onChange(chosen.toSorted()) }
}

/**
 * Returns the groups by currency of a list that is sorted by amount: amounts of different currencies cannot be compared.
 */
export function useCurrencyGroups({
  state,
}: {
  state: { sort: string; narrowed: { currency?: unknown } }
}): ((row: { currency: string | null }) => string) | undefined {
  const t = useTranslations('amounts')
  const { currency } = state.narrowed
  const isOne = Array.isArray(currency) && currency.length === 1
  const isGrouped = (state.sort === 'amount' || state.sort === '-amount') && !isOne
  return isGrouped ? (row) => t('inCurrency', { currency: row.currency ?? '–' }) : undefined
}
