import { queryOptions } from '@tanstack/react-query'
import { notificationKeys, settingsKeys } from '../core/client/keys'
import { listParams } from '../core/client/list-params'
import { shopApi, shopDetail, shopList, shopQuery } from '../core/client/shop-api'
import type { NotificationApi } from './api'
import type { NotificationLink, NotificationListQuery } from './schema'
import { notificationList } from './filters'
import type {
  EndpointSecretOrder,
  HookKeyRotation,
  NotificationSettings,
  NotificationSettingsChange,
} from './settings'

const call = shopApi<NotificationApi>()
const detailOf = shopDetail<NotificationApi>()
const listOf = shopList<NotificationApi>()
const queryOf = shopQuery<NotificationApi>()

export type NotificationFilters = Partial<NotificationListQuery>

export const notificationListOptions = listOf('GET /notifications', notificationKeys.list)

export const notificationDetailOptions = detailOf('GET /notifications/[id]', notificationKeys.detail)

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

export const notificationSettingsOptions = queryOf('GET /notification-settings', (shop) =>
  settingsKeys.page(shop, 'notifications'),
)

export const changeNotificationSettings = (shop: string, body: NotificationSettingsChange) =>
  call('PUT /notification-settings', { shop, body })

export const rotateHookKey = (shop: string, body: HookKeyRotation) =>
  call('POST /notification-settings/rotate', { shop, body })

/** Creates the secret that signs requests to the verification endpoint. It is returned only once. */
export const makeEndpointSecret = (shop: string, body: EndpointSecretOrder) =>
  call('POST /notification-settings/endpoint-secret', { shop, body })

/** In months. Null: never removed. */
export type NotificationPeriods = Pick<NotificationSettings, 'payload_months' | 'personal_months'>

/** Counts what these periods would affect now. Never cached. */
export const notificationRetentionOptions = (shop: string, periods: NotificationPeriods) =>
  queryOptions({
    queryKey: ['notification-retention', shop, periods],
    queryFn: ({ signal }) =>
      call('GET /notification-settings/retention-effect', {
        shop,
        query: {
          payload_months: periods.payload_months ?? undefined,
          personal_months: periods.personal_months ?? undefined,
        },
        signal,
      }),
    staleTime: 0,
  })
