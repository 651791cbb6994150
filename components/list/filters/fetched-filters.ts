'use client'
import type { ParserMap } from 'nuqs'
import { useCallback } from 'react'
import type { FilterOption, ListFilter } from '../../data-table/filter-bar'
import type { FilterContext } from '../define-list'
import { multiFilter } from './filters'
import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { currencyName } from '@/lib/core/format/names'
import { shopCurrenciesOptions } from '@/lib/shops/client'

interface FetchedFilter {
  label: string
  /** A stable function. */
  valuesOf: () => Promise<readonly string[]>
  /** A stable function: what is shown beside a value. */
  noteOf?: (value: string) => string
}

/**
 * Returns a filter by values of a shop's rows. Its options, fetched when the menu opens, are these values plus the
 * chosen ones.
 */
export function useFetchedFilter<Filters extends ParserMap>(
  list: FilterContext<Filters>,
  id: keyof Filters & string,
  { label, valuesOf, noteOf }: FetchedFilter,
): ListFilter {
  const { selected } = multiFilter(list, id, { label, options: [] })
  const key = JSON.stringify(selected)
  const options = useCallback(async (): Promise<readonly FilterOption[]> => {
    // Chosen values without rows go last, so that choosing does not move the others.
    const values = new Set([...(await valuesOf()), ...(JSON.parse(key) as string[])])
    return [...values].map((value) => ({ value, label: value, note: noteOf?.(value) }))
  }, [valuesOf, noteOf, key])
  const filter = multiFilter(list, id, { label, options })
  // Sorted, so that the same choice always gives the same address.
  return { ...filter, onChange: (chosen) => filter.onChange(chosen.toSorted()) }
}

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
