'use client'
import { useQuery } from '@tanstack/react-query'
import { useListState } from '@/components/data-table/use-list-state'
import type { ListColumns } from '@/components/list-tools/layout'
import { productListOptions, productListParams } from '@/lib/products/client'

export function useProductList(shop: string) {
  const list = useListState(productListParams)
  const query = useQuery(productListOptions(shop, list.filters))
  return { list, query }
}
export type ProductListState = ReturnType<typeof useProductList>['list']

/** The optional columns in display order. The product is always shown. */
const columnIds = [
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
export const productColumns: ListColumns<ColumnId> = {
  all: columnIds,
  usual: ['amount', 'quantity', 'expired_at', 'state', 'updated_at', 'link'],
}
