import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import { notificationKeys } from '../core/client/keys'
import { isDay, listParams, parseTextIf } from '../core/client/list-params'
import { queryString } from '../core/client/search-params'
import { api } from '../core/http'
import { notificationSortColumns, sortsOf } from '../core/paging'
import { authenticityGrades, notificationKinds } from './kinds'
import type {
  NotificationDetail,
  NotificationLink,
  NotificationPage,
  RevealedNotification,
  NotificationListQuery,
} from './schema'

export type NotificationFilters = Partial<NotificationListQuery>

const path = (shop: string, ...rest: string[]): string =>
  `/api/shops/${[shop, 'notifications', ...rest].map(encodeURIComponent).join('/')}`

export const notificationListOptions = (shop: string, filters: NotificationFilters) =>
  queryOptions({
    queryKey: notificationKeys.list(shop, filters),
    queryFn: ({ signal }) => api<NotificationPage>(`${path(shop)}${queryString(filters)}`, { signal }),
    placeholderData: keepPreviousData,
  })

export const notificationDetailOptions = (shop: string, id: string) =>
  queryOptions({
    queryKey: notificationKeys.detail(shop, id),
    queryFn: ({ signal }) => api<NotificationDetail>(path(shop, id), { signal }),
  })

/** A one-row page, whose total is the number of quarantined notifications. */
export const quarantineOptions = (shop: string) =>
  notificationListOptions(shop, { authenticity: ['unverified'], limit: 1 })

/** A value the gateway may use. Longer filters are not sent. */
const said = parseTextIf((text) => text !== '' && text.length <= 100)
const currency = parseTextIf((text) => /^[A-Z]{3}$/.test(text))

export const notificationListParams = listParams(sortsOf(notificationSortColumns), '-received_at', {
  filters: {
    kind: parseAsArrayOf(parseAsStringLiteral(notificationKinds)),
    status: parseAsArrayOf(said),
    type: parseAsArrayOf(said),
    currency: parseAsArrayOf(currency),
    amount_from: parseAsInteger,
    amount_to: parseAsInteger,
    received_from: parseTextIf(isDay),
    received_to: parseTextIf(isDay),
    authenticity: parseAsArrayOf(parseAsStringLiteral(authenticityGrades)),
    linked: parseAsBoolean,
    test: parseAsBoolean,
    uid: parseAsString,
    product_id: said,
    checkout_id: parseAsString,
    customer_id: said,
  },
})

export const replayNotification = (shop: string, id: string) =>
  api<NotificationDetail>(path(shop, id, 'replay'), { method: 'POST' })

/** Returns the masked values in the clear. Every request is recorded. */
export const revealNotification = (shop: string, id: string) =>
  api<RevealedNotification>(path(shop, id, 'reveal'), { method: 'POST' })

export const keepNotifiedCard = (shop: string, id: string) =>
  api<NotificationDetail>(path(shop, id, 'card-token'), { method: 'POST' })

export const linkNotification = (shop: string, id: string, body: NotificationLink) =>
  api<NotificationDetail>(path(shop, id, 'link'), { method: 'PUT', body })

/** The address of the export of a whole list. `query` uses the API's names. */
export const notificationExportAddress = (shop: string, query: Parameters<typeof queryString>[0]): string =>
  `${path(shop, 'export')}${queryString(query)}`
