import { settingsKeys } from '../core/client/keys'
import { shopApi, shopQuery } from '../core/client/shop-api'
import type { PaymentApi } from './api'
import type { PaymentSettingsChange } from './settings'

const call = shopApi<PaymentApi>()
const queryOf = shopQuery<PaymentApi>()

export const paymentSettingsOptions = queryOf('GET /payment-settings', (shop) =>
  settingsKeys.page(shop, 'payments'),
)

export const changePaymentSettings = (shop: string, body: PaymentSettingsChange) =>
  call('PUT /payment-settings', { shop, body })
