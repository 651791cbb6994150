'use client'
import { useQueryClient } from '@tanstack/react-query'
import type { ParserMap } from 'nuqs'
import { useCallback } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { currencyName } from '@/lib/core/format/names'
import { shopCurrenciesOptions } from '@/lib/shops/client'
import type { ListFilter } from '../data-table/filters'
import type { FilterContext } from './define-list'
import { useFetchedFilter } from './use-fetched-filter'

/** Returns the filter `currency`, by the currencies of the shop's rows. */
export function useCurrencyFilter<Filters extends ParserMap & Record<'currency', unknown>>(
  list: FilterContext<Filters>,
): ListFilter {
  const t = useTranslations('amounts')
  const locale = useLocale()
  const client = useQueryClient()
  const { shop } = list
  const valuesOf = useCallback(
    async () => (await client.query(shopCurrenciesOptions(shop))).currencies,
    [client, shop],
  )
  // Currency names differ between Node and browsers, but nothing renders before the menu opens.
  const noteOf = useCallback((value: string) => currencyName(value, locale), [locale])
  return useFetchedFilter(list, 'currency', { label: t('currency'), valuesOf, noteOf })
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
