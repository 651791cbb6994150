'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ListFilter } from '@/components/data-table/filters'
import { useCurrencyFilter } from '@/components/list-tools/use-currency-filter'
import { archivedChoices, productStates, stockLevels, transactionTypeChoices } from '@/lib/products/state'
import type { ProductListState } from './use-product-list'

const oneOf = <Choice extends string>(
  choices: readonly Choice[],
  selected: readonly string[],
): Choice | null => choices.find((choice) => selected.includes(choice)) ?? null
const someOf = <Choice extends string>(
  choices: readonly Choice[],
  selected: readonly string[],
): Choice[] | null => {
  const chosen = choices.filter((choice) => selected.includes(choice))
  return chosen.length === 0 ? null : chosen
}

const stockKeys = { unlimited: 'stockUnlimited', low: 'stockLow', out: 'stockOut' } as const

function useFilterOptions() {
  const t = useTranslations('products')
  return useMemo(
    () => ({
      state: productStates.map((value) => ({ value, label: t(`state.${value}`) })),
      stock: stockLevels.map((value) => ({ value, label: t(`list.${stockKeys[value]}`) })),
      test: [
        { value: 'false', label: t('list.realOnly') },
        { value: 'true', label: t('list.testOnly') },
      ],
      type: transactionTypeChoices.map((value) => ({ value, label: t(`types.${value}`) })),
      archived: [
        { value: 'only', label: t('list.archivedOnly') },
        { value: 'include', label: t('list.archivedToo') },
      ],
    }),
    [t],
  )
}

export function useProductFilters(shop: string, { narrowed, narrow }: ProductListState): ListFilter[] {
  const t = useTranslations('products')
  const currency = useCurrencyFilter(shop, narrowed.currency, (chosen) => narrow({ currency: chosen }))
  const options = useFilterOptions()
  const single = (value: string | undefined): string[] => (value === undefined ? [] : [value])
  return [
    {
      id: 'state',
      label: t('status'),
      options: options.state,
      isMany: true,
      selected: narrowed.state ?? [],
      onChange: (selected) => narrow({ state: someOf(productStates, selected) }),
    },
    {
      id: 'stock',
      label: t('stock'),
      options: options.stock,
      selected: single(narrowed.stock),
      onChange: (selected) => narrow({ stock: oneOf(stockLevels, selected) }),
    },
    {
      id: 'test',
      label: t('list.mode'),
      options: options.test,
      selected: single(narrowed.test?.toString()),
      onChange: ([value]) => narrow({ test: value === undefined ? null : value === 'true' }),
    },
    {
      id: 'transaction_type',
      label: t('list.type'),
      options: options.type,
      selected: single(narrowed.transaction_type),
      onChange: (selected) => narrow({ transaction_type: oneOf(transactionTypeChoices, selected) }),
    },
    {
      id: 'archived',
      label: t('list.archived'),
      options: options.archived,
      selected: single(narrowed.archived).filter((value) => value !== 'exclude'),
      onChange: (selected) => narrow({ archived: oneOf(archivedChoices, selected) }),
    },
    currency,
  ]
}
