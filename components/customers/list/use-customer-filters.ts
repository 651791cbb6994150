'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { FilterOption, ListFilter } from '@/components/data-table/filters'
import { useClock } from '@/components/time/clock'
import { formatDate } from '@/lib/format/dates'
import { namedOptions } from '@/lib/format/names'
import type { CustomerChoices } from '@/lib/contracts/customer'
import { countryCodes } from '@/lib/gateway/countries'
import { customerChoicesOptions } from '@/lib/queries/customers'
import { type Days, daysOf, presetsOf, rangeId } from './created-range'
import type { CustomerListState } from './use-customer-list'

const filled = (selected: readonly string[]): string[] | null =>
  selected.length === 0 ? null : [...selected]

/** What the shop's customers have, and what is chosen; asked for when a menu is opened. */
function useChoices(shop: string, of: keyof CustomerChoices, chosen: readonly string[] | undefined) {
  const client = useQueryClient()
  const locale = useLocale()
  const key = chosen?.join() ?? ''
  return useCallback(async (): Promise<readonly FilterOption[]> => {
    const choices = await client.query(customerChoicesOptions(shop))
    const all = [...new Set([...choices[of], ...(key ? key.split(',') : [])])]
    if (of === 'labels')
      return all.toSorted((a, b) => a.localeCompare(b)).map((value) => ({ value, label: value }))
    // The list takes no others.
    const known = countryCodes.filter((code) => all.includes(code))
    return namedOptions('region', known, locale).map(({ id, label }) => ({ value: id, label, note: id }))
  }, [client, shop, of, key, locale])
}

/** What no range is: the choice that opens the dialog for one. */
const choose = 'choose'

function useCreatedChoices({ from, to }: Days): { options: FilterOption[]; selected: string[] } {
  const t = useTranslations('customers.filters')
  const locale = useLocale()
  const today = useClock().toISOString().slice(0, 10)
  const presets = presetsOf(today).map(({ key, id }) => ({ value: id, label: t(key) }))
  const id = rangeId({ from, to })
  const day = (text: string) => formatDate(new Date(`${text}T00:00Z`), 'UTC', locale)
  const said = () => {
    if (from === null) return t('until', { to: day(to ?? '') })
    return to === null ? t('since', { from: day(from) }) : t('between', { from: day(from), to: day(to) })
  }
  const own = id !== null && !presets.some(({ value }) => value === id) ? [{ value: id, label: said() }] : []
  return {
    options: [...presets, ...own, { value: choose, label: t('choose') }],
    selected: id === null ? [] : [id],
  }
}

/** What narrows the list of customers, as chips. `onChooseDays`: somebody wants other days than those offered. */
export function useCustomerFilters(
  shop: string,
  { narrowed, narrow }: CustomerListState,
  onChooseDays: () => void,
): ListFilter[] {
  const t = useTranslations('customers.filters')
  const labels = useChoices(shop, 'labels', narrowed.label)
  const countries = useChoices(shop, 'countries', narrowed.country)
  const created = useCreatedChoices({ from: narrowed.created_from ?? null, to: narrowed.created_to ?? null })
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
      onChange: ([value]) => {
        if (value === choose) return onChooseDays()
        const { from, to } = daysOf(value)
        narrow({ created_from: from, created_to: to })
      },
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
