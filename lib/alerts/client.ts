import { queryOptions } from '@tanstack/react-query'
import { alertKeys, installation, settingsKeys } from '../core/client/keys'
import { shopApi, shopQuery } from '../core/client/shop-api'
import { api } from '../core/api/http'
import type { AlertApi } from './api'
import type { AlertChannel, AlertList, AlertSettingsChange } from './schema'

const call = shopApi<AlertApi>()
const queryOf = shopQuery<AlertApi>()

/** `shop`: a shop's ID, or `installation`. */
export const alertsOptions = (shop: string) =>
  queryOptions({
    queryKey: [...alertKeys.all(shop), 'list'],
    queryFn: ({ signal }) =>
      shop === installation
        ? (api('/api/installation/alerts', { signal }) as Promise<AlertList>)
        : call('GET /alerts', { shop, signal }),
  })

export const alertSettingsOptions = queryOf('GET /alerts/settings', (shop) =>
  settingsKeys.page(shop, 'alerts'),
)

export const changeAlertSettings = (shop: string, body: AlertSettingsChange) =>
  call('PUT /alerts/settings', { shop, body })

export const testAlertChannel = (shop: string, channel: AlertChannel) =>
  call('POST /alerts/test', { shop, body: { channel } })

export const dismissAlert = (shop: string, id: string) =>
  shop === installation
    ? (api(`/api/installation/alerts/${id}/dismiss`, { method: 'POST' }) as Promise<AlertList>)
    : call('POST /alerts/[id]/dismiss', { shop, id })
