/** The query of the payment export: the list's query, and which columns. */
import type { z } from 'zod'
import { csvQuery } from '../core/lists/csv-export'
import { paymentListQuery } from './list'

/**
 * Columns that can be exported, in their default order. `price` and `net_price` are in major units, other amounts in
 * minor units.
 */
export const paymentExportColumns = [
  'uid', 'at', 'state', 'type', 'price', 'net_price', 'currency', 'amount', 'paid', 'refunded', 'charged_back', 'net',
  'asked_amount', 'asked_currency', 'difference', 'description', 'tracking_id', 'customer_id', 'customer_name', 'email',
  'product_id', 'product_name', 'checkout_id', 'checkout_description', 'contract', 'card_brand', 'card_last_4',
  'card_country', 'message', 'test', 'authenticity',
] as const // prettier-ignore
export type PaymentExportColumn = (typeof paymentExportColumns)[number]

/** The list's query, and `csvOptions`. Exports every match. */
export const paymentExportQuery = csvQuery(paymentExportColumns, paymentListQuery)
export type PaymentExport = z.output<typeof paymentExportQuery>
