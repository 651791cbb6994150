import { queryOptions } from '@tanstack/react-query'
import { notificationSettingsKey } from '../core/client/keys'
import { api } from '../core/http'
import type {
  HookKeyRotation,
  NotificationRetentionEffect,
  NotificationSettings,
  NotificationSettingsChange,
} from './settings'

const path = (shop: string) => `/api/shops/${encodeURIComponent(shop)}/notification-settings`

export const notificationSettingsOptions = (shop: string) =>
  queryOptions({
    queryKey: [...notificationSettingsKey(shop), 'settings'],
    queryFn: ({ signal }) => api<NotificationSettings>(path(shop), { signal }),
  })

export const changeNotificationSettings = (shop: string, body: NotificationSettingsChange) =>
  api<NotificationSettings>(path(shop), { method: 'PUT', body })

export const rotateHookKey = (shop: string, body: HookKeyRotation) =>
  api<NotificationSettings>(`${path(shop)}/rotate`, { method: 'POST', body })

/** Makes the secret that signs requests to the verification endpoint. It is returned only once. */
export const makeEndpointSecret = (shop: string) =>
  api<{ secret: string }>(`${path(shop)}/endpoint-secret`, { method: 'POST' })

/** In months. Null: never removed. */
export type NotificationPeriods = Pick<NotificationSettings, 'payload_months' | 'personal_months'>

/** Counts what these periods would affect now. Never cached. */
export const notificationRetentionOptions = (shop: string, periods: NotificationPeriods) => {
  const given = Object.entries(periods).flatMap(([name, months]) =>
    months === null ? [] : [[name, String(months)]],
  )
  return queryOptions({
    queryKey: [...notificationSettingsKey(shop), 'effect', periods],
    queryFn: ({ signal }) =>
      api<NotificationRetentionEffect>(`${path(shop)}/retention-effect?${new URLSearchParams(given)}`, {
        signal,
      }),
    staleTime: 0,
  })
}
