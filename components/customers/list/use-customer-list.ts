'use client'
import { useQuery } from '@tanstack/react-query'
import { useListState } from '@/components/data-table/use-list-state'
import type { ListColumns } from '@/components/list-tools/layout'
import { customerListOptions, customerListParams } from '@/lib/customers/client'

/** Returns the state of the customer list from the address, and its query. */
export function useCustomerList(shop: string) {
  const list = useListState(customerListParams)
  const query = useQuery(customerListOptions(shop, list.filters))
  return { list, query }
}
export type CustomerListState = ReturnType<typeof useCustomerList>['list']

/** All columns in order, without the customer's name, which is always shown. */
const columnIds = [
  'id',
  'email',
  'phone',
  'country',
  'external_id',
  'ip',
  'labels',
  'last_paid_at',
  'created_at',
] as const
export type ColumnId = (typeof columnIds)[number]

export const customerColumns: ListColumns<ColumnId> = {
  all: columnIds,
  usual: ['email', 'phone', 'country', 'external_id', 'labels', 'last_paid_at', 'created_at'],
}
