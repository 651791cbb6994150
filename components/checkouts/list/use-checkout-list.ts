'use client'
import { useQuery } from '@tanstack/react-query'
import { useListState } from '@/components/data-table/use-list-state'
import type { ListColumns } from '@/components/list-tools/layout'
import { checkoutListOptions, checkoutListParams } from '@/lib/checkouts/client'

/** The list of checkouts as the address has it, and what the server answers to it. */
export function useCheckoutList(shop: string) {
  const list = useListState(checkoutListParams)
  const query = useQuery(checkoutListOptions(shop, list.filters))
  return { list, query }
}
export type CheckoutListState = ReturnType<typeof useCheckoutList>['list']

/** All columns but what is paid for, which is always there, in their order. */
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
