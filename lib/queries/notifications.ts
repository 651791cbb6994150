import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { notificationSortColumns, sortsOf } from '../contracts/paging'
import type { NotificationDetail, NotificationListQuery, NotificationPage } from '../contracts/notification'
import { api } from '../http'
import { listParams } from './list-params'
import { searchOf } from './search-params'

/** What a page asks for; the rest are the contract's defaults. */
export type NotificationFilters = Partial<NotificationListQuery>

export const notificationKeys = {
  all: (shop: string) => ['notifications', shop] as const,
  lists: (shop: string) => [...notificationKeys.all(shop), 'list'] as const,
  list: (shop: string, filters: NotificationFilters) => [...notificationKeys.lists(shop), filters] as const,
  detail: (shop: string, id: string) => [...notificationKeys.all(shop), 'detail', id] as const,
}

const path = (shop: string, id?: string) =>
  `/api/shops/${encodeURIComponent(shop)}/notifications${id === undefined ? '' : `/${encodeURIComponent(id)}`}`

export const notificationListOptions = (shop: string, filters: NotificationFilters) =>
  queryOptions({
    queryKey: notificationKeys.list(shop, filters),
    queryFn: ({ signal }) => api<NotificationPage>(`${path(shop)}${searchOf(filters)}`, { signal }),
    placeholderData: keepPreviousData,
  })

export const notificationDetailOptions = (shop: string, id: string) =>
  queryOptions({
    queryKey: notificationKeys.detail(shop, id),
    queryFn: ({ signal }) => api<NotificationDetail>(path(shop, id), { signal }),
  })

export const notificationListParams = listParams(sortsOf(notificationSortColumns), '-received_at', {
  filters: {},
})
