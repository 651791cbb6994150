import { parseAsStringLiteral } from 'nuqs/server'
import type { NoteBody } from '../core/note'
import { paymentKeys, paymentReportKey, settingsKeys } from '../core/client/keys'
import { isDay, parseTextIf, listParams } from '../core/client/list-params'
import { shopApi, shopDetail, shopList, shopQuery } from '../core/client/shop-api'
import type { NotificationLink } from '../notifications/schema'
import type { PaymentApi } from './api'
import { reportSteps } from './report-steps'
import type { PaymentAcceptance } from './schema'
import type { PaymentSettingsChange } from './settings'
import { paymentList } from './filters'

const call = shopApi<PaymentApi>()
const queryOf = shopQuery<PaymentApi>()
const detailOf = shopDetail<PaymentApi>()
const listOf = shopList<PaymentApi>()

/** Asks the gateway for a payment, and returns the result. */
export const askGateway = (shop: string, id: string) => call('POST /payments/[id]/ask', { shop, id })

export const paymentListOptions = listOf('GET /payments', paymentKeys.list)

/** Fetched when a menu opens. */
export const paymentFilterValuesOptions = queryOf('GET /payments/filter-values', (shop) => [
  ...paymentKeys.all(shop),
  'filter-values',
])

export const paymentDetailOptions = detailOf('GET /payments/[id]', paymentKeys.detail)

export const attentionQuery = { attention: true, limit: 5 } as const
export const attentionOptions = (shop: string) => paymentListOptions(shop, attentionQuery)

export const productPaymentsOptions = (shop: string, productId: string) =>
  paymentListOptions(shop, { product_id: productId, limit: 10 })

export const paymentListParams = listParams(paymentList)

export const acceptPayment = (shop: string, uid: string, body: PaymentAcceptance) =>
  call('POST /payments/[id]/accept', { shop, id: uid, body })

export const linkPayment = (shop: string, uid: string, body: NotificationLink) =>
  call('PUT /payments/[id]/link', { shop, id: uid, body })

export const addPaymentNote = (shop: string, uid: string, body: NoteBody) =>
  call('POST /payments/[id]/notes', { shop, id: uid, body })

export const paymentReportParams = {
  from: parseTextIf(isDay),
  to: parseTextIf(isDay),
  by: parseAsStringLiteral(reportSteps).withDefault('day'),
}

export const paymentReportOptions = listOf('GET /payments/report', paymentReportKey)

export const paymentSettingsOptions = queryOf('GET /payment-settings', (shop) =>
  settingsKeys.page(shop, 'payments'),
)

export const changePaymentSettings = (shop: string, body: PaymentSettingsChange) =>
  call('PUT /payment-settings', { shop, body })
