import type { Endpoints } from '../core/endpoint'
import { payment, paymentAcceptance, paymentList, paymentListQuery } from './schema'
import { paymentSettings, paymentSettingsChange } from './settings'

export const paymentApi = {
  'GET /payment-settings': { permission: 'payments.configure', response: paymentSettings },
  'PUT /payment-settings': {
    permission: 'payments.configure',
    body: paymentSettingsChange,
    response: paymentSettings,
  },
  'GET /payments': { permission: 'payments.read', query: paymentListQuery, response: paymentList },
  'POST /payments/[id]/accept': { permission: 'payments.accept', body: paymentAcceptance, response: payment },
} satisfies Endpoints

export type PaymentApi = typeof paymentApi
