'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ListFilter } from '@/components/data-table/filters'
import { useAmountFilter } from '@/components/list-tools/use-amount-filter'
import { useCurrencyFilter } from '@/components/list-tools/use-currency-filter'
import { useDayChoices } from '@/components/list-tools/use-day-choices'
import { checkoutStates } from '@/lib/checkouts/state'
import { checkoutMakersOptions } from '@/lib/checkouts/client'
import type { CheckoutListState } from './use-checkout-list'

/** Returns the `selected` choices in the order of `choices`, or null if there are none. */
function someOf<Choice extends string>(choices: readonly Choice[], selected: readonly string[]) {
  const chosen = choices.filter((choice) => selected.includes(choice))
  return chosen.length === 0 ? null : chosen
}

/**
 * Returns the people who created checkouts. Fetches them when the menu opens, or at once if the URL has
 * chosen some.
 */
function useMakers(shop: string, chosen: readonly string[]): ListFilter['options'] {
  const t = useTranslations('checkouts.filters')
  const client = useQueryClient()
  const { data } = useQuery({ ...checkoutMakersOptions(shop), enabled: chosen.length > 0 })
  const fetch = useCallback(async () => {
    const { items } = await client.query(checkoutMakersOptions(shop))
    return items.map(({ id, name }) => ({ value: id, label: name }))
  }, [client, shop])
  const key = chosen.join()
  return useMemo(() => {
    const known = data?.items.map(({ id, name }) => ({ value: id, label: name }))
    if (key === '') return known ?? fetch
    const strangers = key.split(',').filter((id) => !known?.some(({ value }) => value === id))
    return [...(known ?? []), ...strangers.map((value) => ({ value, label: t('somebody') }))]
  }, [data, key, fetch, t])
}

function useTestFilter({ narrowed, narrow }: CheckoutListState): ListFilter {
  const t = useTranslations('checkouts.filters')
  return {
    id: 'test',
    label: t('mode'),
    options: [
      { value: 'false', label: t('realOnly') },
      { value: 'true', label: t('testOnly') },
    ],
    selected: narrowed.test === undefined ? [] : [String(narrowed.test)],
    onChange: ([value]) => narrow({ test: value === undefined ? null : value === 'true' }),
  }
}

/** Returns removable chips for filters that only a URL can set, such as a link from a job or a customer. */
function useUrlOnlyFilters({ narrowed, narrow }: CheckoutListState): ListFilter[] {
  const t = useTranslations('checkouts.filters')
  const { job, customer_id: customerId } = narrowed
  const chip = (id: string, value: string | undefined, label: string, name: string, onClear: () => void) =>
    value === undefined
      ? []
      : [{ id, label, options: [{ value, label: name }], selected: [value], onChange: onClear }]
  return [
    ...chip('job', job, t('job'), t('oneJob'), () => narrow({ job: null })),
    ...chip('customer', customerId, t('customer'), customerId ?? '', () => narrow({ customer_id: null })),
  ]
}

/** The `onChoose…` callbacks open the dialogs for custom ranges. */
export function useCheckoutFilters(
  shop: string,
  list: CheckoutListState,
  { onChooseDays, onChooseAmount }: { onChooseDays: () => void; onChooseAmount: () => void },
): ListFilter[] {
  const t = useTranslations('checkouts')
  const { narrowed, narrow } = list
  const makers = useMakers(shop, narrowed.created_by ?? [])
  const currency = useCurrencyFilter(shop, narrowed.currency, (chosen) => narrow({ currency: chosen }))
  const amount = useAmountFilter({
    range: { from: narrowed.amount_from ?? null, to: narrowed.amount_to ?? null },
    currencies: narrowed.currency,
    onClear: () => narrow({ amount_from: null, amount_to: null }),
    onChoose: onChooseAmount,
  })
  const test = useTestFilter(list)
  const created = useDayChoices({
    days: { from: narrowed.created_from ?? null, to: narrowed.created_to ?? null },
    onChange: ({ from, to }) => narrow({ created_from: from, created_to: to }),
    onChoose: onChooseDays,
  })
  return [
    {
      id: 'state',
      label: t('columns.state'),
      options: checkoutStates.map((value) => ({ value, label: t(`state.${value}`) })),
      isMany: true,
      selected: narrowed.state ?? [],
      onChange: (selected) => narrow({ state: someOf(checkoutStates, selected) }),
    },
    { id: 'created', label: t('columns.created_at'), ...created },
    amount,
    {
      id: 'created_by',
      label: t('columns.created_by'),
      options: makers,
      isMany: true,
      selected: narrowed.created_by ?? [],
      onChange: (selected) => narrow({ created_by: selected.length === 0 ? null : [...selected] }),
    },
    test,
    currency,
    ...useUrlOnlyFilters(list),
  ]
}
