'use client'
import { useQuery } from '@tanstack/react-query'
import { useListState } from '@/components/data-table/use-list-state'
import type { ListColumns } from '@/components/list-tools/layout'
import { paymentListOptions, paymentListParams } from '@/lib/payments/client'

export function usePaymentList(shop: string) {
  const list = useListState(paymentListParams)
  const query = useQuery(paymentListOptions(shop, list.filters))
  return { list, query }
}
export type PaymentListState = ReturnType<typeof usePaymentList>['list']

/** All columns in order, without what it is for, which is always shown. */
const columnIds = [
  'state',
  'amount',
  'returned',
  'net',
  'customer',
  'card',
  'type',
  'tracking_id',
  'uid',
  'authenticity',
  'at',
] as const
export type ColumnId = (typeof columnIds)[number]

export const paymentColumns: ListColumns<ColumnId> = {
  all: columnIds,
  usual: ['state', 'amount', 'net', 'customer', 'card', 'at'],
}
