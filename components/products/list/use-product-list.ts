'use client'
import { useQuery } from '@tanstack/react-query'
import { parseAsArrayOf, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useListState } from '@/components/data-table/use-list-state'
import { productListOptions, productListParams } from '@/lib/queries/products'

/** Each look lets the server bring a stale mirror up to date, also once the gateway is back. */
const whileLookedAtMs = 60_000

/** The list of products as the address has it, and what the server answers to it. */
export function useProductList(shop: string) {
  const list = useListState(productListParams)
  const query = useQuery({ ...productListOptions(shop, list.filters), refetchInterval: whileLookedAtMs })
  return { list, query }
}
export type ProductListState = ReturnType<typeof useProductList>['list']

/** All columns but the product itself, which is always there, in their order. */
export const columnIds = [
  'id',
  'amount',
  'currency',
  'quantity',
  'expired_at',
  'state',
  'transaction_type',
  'created_at',
  'updated_at',
  'link',
] as const
export type ColumnId = (typeof columnIds)[number]
const usualColumns: readonly ColumnId[] = ['amount', 'quantity', 'expired_at', 'state', 'updated_at', 'link']

export const densities = ['comfortable', 'compact'] as const

const layoutParams = {
  columns: parseAsArrayOf(parseAsStringLiteral(columnIds)),
  density: parseAsStringLiteral(densities).withDefault('comfortable'),
}

/** Which columns are shown and how dense, kept in the address. No step of its own on the way back. */
export function useLayout() {
  const [{ columns, density }, set] = useQueryStates(layoutParams, { history: 'replace' })
  return {
    columns: columns ?? usualColumns,
    isUsual: columns === null,
    density,
    show: (chosen: readonly string[]) => {
      const next = columnIds.filter((id) => chosen.includes(id))
      void set({ columns: next.join() === usualColumns.join() ? null : next })
    },
    showUsual: () => void set({ columns: null }),
    setDensity: (next: (typeof densities)[number]) => void set({ density: next }),
  }
}
export type Layout = ReturnType<typeof useLayout>
