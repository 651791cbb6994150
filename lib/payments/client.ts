import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import { paymentKeys, paymentReportKey } from '../core/client/keys'
import { isDay, listParams, parseTextIf } from '../core/client/list-params'
import { shopApi } from '../core/client/shop-api'
import { paymentSortColumns, sortsOf } from '../core/paging'
import type { PaymentApi } from './api'
import type { PaymentNoteCreate } from './detail'
import { evidenceGrades } from './evidence'
import type { PaymentListQuery } from './list'
import type { PaymentReportQuery } from './report'
import { reportSteps } from './report-steps'
import type { PaymentAcceptance } from './schema'
import { countedKinds, paymentStates } from './state'

export type PaymentFilters = Partial<PaymentListQuery>

const call = shopApi<PaymentApi>()

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

/** A value the gateway may use. Longer filters are not sent. */
const said = parseTextIf((text) => text !== '' && text.length <= 100)
const currency = parseTextIf((text) => /^[A-Z]{3}$/.test(text))
const country = parseTextIf((text) => /^[A-Z]{2}$/.test(text))

export const paymentListParams = listParams(sortsOf(paymentSortColumns), '-at', {
  filters: {
    state: parseAsArrayOf(parseAsStringLiteral(paymentStates)),
    type: parseAsArrayOf(said),
    brand: parseAsArrayOf(said),
    country: parseAsArrayOf(country),
    currency: parseAsArrayOf(currency),
    amount_from: parseAsInteger,
    amount_to: parseAsInteger,
    day_from: parseTextIf(isDay),
    day_to: parseTextIf(isDay),
    zone: said,
    evidence: parseAsArrayOf(parseAsStringLiteral(evidenceGrades)),
    test: parseAsBoolean,
    differs: parseAsBoolean,
    returned: parseAsBoolean,
    unlinked: parseAsBoolean,
    attention: parseAsBoolean,
    counted: parseAsStringLiteral(countedKinds),
    product_id: said,
    checkout_id: parseAsString,
    customer_id: said,
  },
})

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
