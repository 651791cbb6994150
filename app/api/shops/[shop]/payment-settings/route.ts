import { paymentSettings, paymentSettingsChange } from '@/lib/payments/settings'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'
import { changePaymentSettings, readPaymentSettings } from '@/lib/shops/server/payment-settings'

export const GET = shopRoute({
  permission: 'payments.configure',
  response: paymentSettings,
  run: (context) => readPaymentSettings(context),
})

export const PUT = shopRoute({
  permission: 'payments.configure',
  body: paymentSettingsChange,
  response: paymentSettings,
  run: (context, { body }) => changePaymentSettings(context, body),
})

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'PUT')
