'use client'
import { useQuery } from '@tanstack/react-query'
import { useListState } from '@/components/data-table/use-list-state'
import type { ListColumns } from '@/components/list-tools/layout'
import { checkoutListOptions, checkoutListParams } from '@/lib/checkouts/client'

export function useCheckoutList(shop: string) {
  const list = useListState(checkoutListParams)
  const query = useQuery(checkoutListOptions(shop, list.filters))
  return { list, query }
}
export type CheckoutListState = ReturnType<typeof useCheckoutList>['list']

/** The optional columns in display order. The description is always shown. */
const columnIds = [
  'token',
  'amount',
  'transaction_type',
  'state',
  'email',
  'expires_at',
  'created_at',
  'created_by',
  'link',
] as const
export type ColumnId = (typeof columnIds)[number]

export const checkoutColumns: ListColumns<ColumnId> = {
  all: columnIds,
  usual: ['amount', 'state', 'email', 'expires_at', 'created_at', 'link'],
}
