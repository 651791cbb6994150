import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { paymentApi } from '@/lib/payments/api'
import { changePaymentSettings, readPaymentSettings } from '@/lib/shops/server/settings/payment-settings'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(paymentApi, '/payment-settings', {
  GET: (context) => readPaymentSettings(context),
  PUT: (context, { body }) => changePaymentSettings(context, body),
})
