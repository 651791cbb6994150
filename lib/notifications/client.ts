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
import { shopApi } from '../core/client/shop-api'
import { notificationSortColumns, sortsOf } from '../core/paging'
import type { NotificationApi } from './api'
import { authenticityGrades, notificationKinds } from './kinds'
import type { NotificationLink, NotificationListQuery } from './schema'

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
  call('POST /notifications/[id]/replay', { shop, id })

/** Returns the masked values in the clear. Every request is recorded. */
export const revealNotification = (shop: string, id: string) =>
  call('POST /notifications/[id]/reveal', { shop, id })

export const keepNotifiedCard = (shop: string, id: string) =>
  call('POST /notifications/[id]/card-token', { shop, id })

export const linkNotification = (shop: string, id: string, body: NotificationLink) =>
  call('PUT /notifications/[id]/link', { shop, id, body })
