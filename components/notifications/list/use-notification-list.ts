'use client'
import { useQuery } from '@tanstack/react-query'
import { useListState } from '@/components/data-table/use-list-state'
import type { ListColumns } from '@/components/list-tools/layout'
import { notificationListOptions, notificationListParams } from '@/lib/notifications/client'

export function useNotificationList(shop: string) {
  const list = useListState(notificationListParams)
  const query = useQuery(notificationListOptions(shop, list.filters))
  return { list, query }
}
export type NotificationListState = ReturnType<typeof useNotificationList>['list']
export type NotificationListQueryResult = ReturnType<typeof useNotificationList>['query']

/** The optional columns in display order. The description is always shown. */
const columnIds = [
  'status',
  'type',
  'amount',
  'tracking_id',
  'uid',
  'email',
  'card',
  'authenticity',
  'delivery_count',
  'received_at',
] as const
export type ColumnId = (typeof columnIds)[number]

export const notificationColumns: ListColumns<ColumnId> = {
  all: columnIds,
  usual: ['status', 'type', 'amount', 'tracking_id', 'received_at'],
}
