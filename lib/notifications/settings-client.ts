import { queryOptions } from '@tanstack/react-query'
import { notificationSettingsKey } from '../core/client/keys'
import { shopApi } from '../core/client/shop-api'
import type { NotificationApi } from './api'
import type { HookKeyRotation, NotificationSettings, NotificationSettingsChange } from './settings'

const call = shopApi<NotificationApi>()

export const notificationSettingsOptions = (shop: string) =>
  queryOptions({
    queryKey: [...notificationSettingsKey(shop), 'settings'],
    queryFn: ({ signal }) => call('GET /notification-settings', { shop, signal }),
  })

export const changeNotificationSettings = (shop: string, body: NotificationSettingsChange) =>
  call('PUT /notification-settings', { shop, body })

export const rotateHookKey = (shop: string, body: HookKeyRotation) =>
  call('POST /notification-settings/rotate', { shop, body })

/** Makes the secret that signs requests to the verification endpoint. It is returned only once. */
export const makeEndpointSecret = (shop: string) =>
  call('POST /notification-settings/endpoint-secret', { shop })

/** In months. Null: never removed. */
export type NotificationPeriods = Pick<NotificationSettings, 'payload_months' | 'personal_months'>

/** Counts what these periods would affect now. Never cached. */
export const notificationRetentionOptions = (shop: string, periods: NotificationPeriods) =>
  queryOptions({
    queryKey: [...notificationSettingsKey(shop), 'effect', periods],
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
