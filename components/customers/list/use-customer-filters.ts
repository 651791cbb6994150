'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { FilterOption, ListFilter } from '@/components/data-table/filters'
import { useDayChoices } from '@/components/list-tools/use-day-choices'
import { namedOptions } from '@/lib/core/format/names'
import type { CustomerChoices } from '@/lib/customers/schema'
import { countryCodes } from '@/lib/gateway/countries'
import { customerChoicesOptions } from '@/lib/customers/client'
import type { CustomerListState } from './use-customer-list'

const filled = (selected: readonly string[]): string[] | null =>
  selected.length === 0 ? null : [...selected]

/** Fetches the filter options that occur among the shop's customers, plus the chosen ones, when a menu opens. */
function useChoices(shop: string, of: keyof CustomerChoices, chosen: readonly string[] | undefined) {
  const client = useQueryClient()
  const locale = useLocale()
  const key = chosen?.join() ?? ''
  return useCallback(async (): Promise<readonly FilterOption[]> => {
    const choices = await client.query(customerChoicesOptions(shop))
    const all = [...new Set([...choices[of], ...(key ? key.split(',') : [])])]
    if (of === 'labels')
      return all.toSorted((a, b) => a.localeCompare(b)).map((value) => ({ value, label: value }))
    // The list accepts only these codes.
    const known = countryCodes.filter((code) => all.includes(code))
    return namedOptions('region', known, locale).map(({ id, label }) => ({ value: id, label, note: id }))
  }, [client, shop, of, key, locale])
}

/** Returns the customer list's filters as chips. `onChooseDays` opens the dialog for other days. */
export function useCustomerFilters(
  shop: string,
  { narrowed, narrow }: CustomerListState,
  onChooseDays: () => void,
): ListFilter[] {
  const t = useTranslations('customers.filters')
  const labels = useChoices(shop, 'labels', narrowed.label)
  const countries = useChoices(shop, 'countries', narrowed.country)
  const created = useDayChoices({
    days: { from: narrowed.created_from ?? null, to: narrowed.created_to ?? null },
    onChange: ({ from, to }) => narrow({ created_from: from, created_to: to }),
    onChoose: onChooseDays,
  })
  const paid = useMemo(
    () => [
      { value: 'true', label: t('paidYes') },
      { value: 'false', label: t('paidNo') },
    ],
    [t],
  )
  return [
    {
      id: 'country',
      label: t('country'),
      options: countries,
      isMany: true,
      selected: narrowed.country ?? [],
      onChange: (selected) => narrow({ country: filled(selected) }),
    },
    {
      id: 'paid',
      label: t('paid'),
      options: paid,
      selected: narrowed.paid === undefined ? [] : [String(narrowed.paid)],
      onChange: ([value]) => narrow({ paid: value === undefined ? null : value === 'true' }),
    },
    {
      id: 'created',
      label: t('created'),
      ...created,
    },
    {
      id: 'label',
      label: t('label'),
      options: labels,
      isMany: true,
      selected: narrowed.label ?? [],
      onChange: (selected) => narrow({ label: filled(selected) }),
    },
  ]
}
