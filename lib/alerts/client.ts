import { queryOptions } from '@tanstack/react-query'
import { alertKeys, settingsKeys } from '../core/client/keys'
import { shopApi } from '../core/client/shop-api'
import type { AlertApi } from './api'
import type { AlertChannel, AlertSettingsChange } from './schema'

const call = shopApi<AlertApi>()

export const alertsOptions = (shop: string) =>
  queryOptions({
    queryKey: [...alertKeys.all(shop), 'list'],
    queryFn: ({ signal }) => call('GET /alerts', { shop, signal }),
  })

export const alertSettingsOptions = (shop: string) =>
  queryOptions({
    queryKey: settingsKeys.page(shop, 'alerts'),
    queryFn: ({ signal }) => call('GET /alerts/settings', { shop, signal }),
  })

export const changeAlertSettings = (shop: string, body: AlertSettingsChange) =>
  call('PUT /alerts/settings', { shop, body })

export const testAlertChannel = (shop: string, channel: AlertChannel) =>
  call('POST /alerts/test', { shop, body: { channel } })

export const dismissAlert = (shop: string, id: string) => call('POST /alerts/[id]/dismiss', { shop, id })
