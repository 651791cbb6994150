import { queryOptions } from '@tanstack/react-query'
import { settingsKeys } from '../core/client/keys'
import { shopApi } from '../core/client/shop-api'
import type { PaymentApi } from './api'
import type { PaymentSettingsChange } from './settings'

const call = shopApi<PaymentApi>()

export const paymentSettingsOptions = (shop: string) =>
  queryOptions({
    queryKey: settingsKeys.page(shop, 'payments'),
    queryFn: ({ signal }) => call('GET /payment-settings', { shop, signal }),
  })

export const changePaymentSettings = (shop: string, body: PaymentSettingsChange) =>
  call('PUT /payment-settings', { shop, body })
