import { paymentSettings, paymentSettingsChange } from '@/lib/contracts/payment-settings'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'
import { changePaymentSettings, readPaymentSettings } from '@/lib/server/shops/payment-settings'

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
