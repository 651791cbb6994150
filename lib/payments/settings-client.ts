import { queryOptions } from '@tanstack/react-query'
import { shopApi } from '../core/client/shop-api'
import type { PaymentApi } from './api'
import type { PaymentSettingsChange } from './settings'

const call = shopApi<PaymentApi>()

export const paymentSettingsOptions = (shop: string) =>
  queryOptions({
    queryKey: ['payment-settings', shop],
    queryFn: ({ signal }) => call('GET /payment-settings', { shop, signal }),
  })

export const changePaymentSettings = (shop: string, body: PaymentSettingsChange) =>
  call('PUT /payment-settings', { shop, body })
