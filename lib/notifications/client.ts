import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { notificationKeys } from '../core/client/keys'
import { listParams } from '../core/client/list-params'
import { shopApi } from '../core/client/shop-api'
import type { NotificationApi } from './api'
import type { NotificationLink, NotificationListQuery } from './schema'
import { notificationList } from './filters'

const call = shopApi<NotificationApi>()

export type NotificationFilters = Partial<NotificationListQuery>

export const notificationListOptions = (shop: string, filters: NotificationFilters) =>
  queryOptions({
    queryKey: notificationKeys.list(shop, filters),
    queryFn: ({ signal }) => call('GET /notifications', { shop, query: filters, signal }),
    placeholderData: keepPreviousData,
  })

export const notificationDetailOptions = (shop: string, id: string) =>
  queryOptions({
    queryKey: notificationKeys.detail(shop, id),
    queryFn: ({ signal }) => call('GET /notifications/[id]', { shop, id, signal }),
  })

/** A one-row page, whose total is the number of quarantined notifications. */
export const quarantineOptions = (shop: string) =>
  notificationListOptions(shop, { authenticity: ['unverified'], limit: 1 })

export const notificationListParams = listParams(notificationList)

export const replayNotification = (shop: string, id: string) =>
  call('POST /notifications/[id]/replay', { shop, id })

/** Returns the masked values in the clear. Every request is recorded. */
export const revealNotification = (shop: string, id: string) =>
  call('POST /notifications/[id]/reveal', { shop, id })

export const keepNotifiedCard = (shop: string, id: string) =>
  call('POST /notifications/[id]/card-token', { shop, id })

export const linkNotification = (shop: string, id: string, body: NotificationLink) =>
  call('PUT /notifications/[id]/link', { shop, id, body })
