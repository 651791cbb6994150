import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { parseAsStringLiteral } from 'nuqs/server'
import { paymentKeys, paymentReportKey } from '../core/client/keys'
import { isDay, parseTextIf } from '../core/client/filter-parsers'
import { listParams } from '../core/client/list-params'
import { shopApi } from '../core/client/shop-api'
import type { PaymentApi } from './api'
import type { PaymentNoteCreate } from './detail'
import type { PaymentListQuery } from './list'
import type { PaymentReportQuery } from './report'
import { reportSteps } from './report-steps'
import type { PaymentAcceptance } from './schema'
import { paymentList } from './filters'

export type PaymentFilters = Partial<PaymentListQuery>

const call = shopApi<PaymentApi>()

/** Asks the gateway for a payment, and returns what is known then. */
export const askGateway = (shop: string, id: string) => call('POST /payments/[id]/ask', { shop, id })

export const paymentListOptions = (shop: string, filters: PaymentFilters) =>
  queryOptions({
    queryKey: paymentKeys.list(shop, filters),
    queryFn: ({ signal }) => call('GET /payments', { shop, query: filters, signal }),
    placeholderData: keepPreviousData,
  })

export const paymentDetailOptions = (shop: string, uid: string) =>
  queryOptions({
    queryKey: paymentKeys.detail(shop, uid),
    queryFn: ({ signal }) => call('GET /payments/[id]', { shop, id: uid, signal }),
  })

export const attentionOptions = (shop: string) => paymentListOptions(shop, { attention: true, limit: 5 })

export const productPaymentsOptions = (shop: string, productId: string) =>
  paymentListOptions(shop, { product_id: productId, limit: 10 })

export const paymentListParams = listParams(paymentList)

export const acceptPayment = (shop: string, uid: string, body: PaymentAcceptance) =>
  call('POST /payments/[id]/accept', { shop, id: uid, body })

export const addPaymentNote = (shop: string, uid: string, body: PaymentNoteCreate) =>
  call('POST /payments/[id]/notes', { shop, id: uid, body })

export const paymentReportParams = {
  from: parseTextIf(isDay),
  to: parseTextIf(isDay),
  by: parseAsStringLiteral(reportSteps).withDefault('day'),
}

export const paymentReportOptions = (shop: string, query: Partial<PaymentReportQuery>) =>
  queryOptions({
    queryKey: paymentReportKey(shop, query),
    queryFn: ({ signal }) => call('GET /payments/report', { shop, query, signal }),
    placeholderData: keepPreviousData,
  })
