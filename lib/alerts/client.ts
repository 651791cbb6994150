import { queryOptions } from '@tanstack/react-query'
import { alertKeys } from '../core/client/keys'
import { api } from '../core/http'
import type { AlertTestResult, AlertChannel, AlertList, AlertSettings, AlertSettingsChange } from './schema'

const path = (shop: string) => `/api/shops/${encodeURIComponent(shop)}/alerts`

export const alertsOptions = (shop: string) =>
  queryOptions({
    queryKey: [...alertKeys.all(shop), 'list'],
    queryFn: ({ signal }) => api<AlertList>(path(shop), { signal }),
  })

export const alertSettingsOptions = (shop: string) =>
  queryOptions({
    queryKey: [...alertKeys.all(shop), 'settings'],
    queryFn: ({ signal }) => api<AlertSettings>(`${path(shop)}/settings`, { signal }),
  })

export const changeAlertSettings = (shop: string, body: AlertSettingsChange) =>
  api<AlertSettings>(`${path(shop)}/settings`, { method: 'PUT', body })

export const testAlertChannel = (shop: string, channel: AlertChannel) =>
  api<AlertTestResult>(`${path(shop)}/test`, { method: 'POST', body: { channel } })

export const dismissAlert = (shop: string, id: string) =>
  api<AlertList>(`${path(shop)}/${encodeURIComponent(id)}/dismiss`, { method: 'POST' })
