import { queryOptions } from '@tanstack/react-query'
import { api } from '../core/http'
import type { PaymentSettings, PaymentSettingsChange } from './settings'

const path = (shop: string) => `/api/shops/${encodeURIComponent(shop)}/payment-settings`

export const paymentSettingsOptions = (shop: string) =>
  queryOptions({
    queryKey: ['payment-settings', shop],
    queryFn: ({ signal }) => api<PaymentSettings>(path(shop), { signal }),
  })

export const changePaymentSettings = (shop: string, body: PaymentSettingsChange) =>
  api<PaymentSettings>(path(shop), { method: 'PUT', body })
