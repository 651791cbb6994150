/** The query of the payment export: the list's query, and which columns. */
import { z } from 'zod'
import { csvOptions, type Separator } from '../core/csv-export'
import { paymentListQuery, type PaymentListQuery } from './list'

/**
 * Columns that can be exported, in their default order. `price` and `net_price` are in major units, other amounts in
 * minor units.
 */
export const paymentExportColumns = [
  'uid', 'at', 'state', 'type', 'price', 'net_price', 'currency', 'amount', 'paid', 'refunded', 'charged_back', 'net',
  'asked_amount', 'asked_currency', 'difference', 'description', 'tracking_id', 'customer_id', 'customer_name', 'email',
  'product_id', 'product_name', 'checkout_id', 'card_brand', 'card_last_4', 'card_country', 'message', 'test',
  'authenticity',
] as const // prettier-ignore
export type PaymentExportColumn = (typeof paymentExportColumns)[number]

export type PaymentExport = {
  query: Omit<PaymentListQuery, 'cursor' | 'limit'>
  columns: readonly PaymentExportColumn[]
  separator: Separator
  bom: boolean
}

/** `q`, `sort` and the filters of the list, plus `csvOptions`. Exports everything that matches. */
export const paymentExportQuery = z
  .looseObject(csvOptions(paymentExportColumns))
  .transform(({ columns = paymentExportColumns, separator, bom, ...list }, context): PaymentExport => {
    const listed = paymentListQuery.safeParse(list, { reportInput: true })
    if (!listed.success) {
      context.issues.push(...(listed.error.issues as typeof context.issues))
      return z.NEVER
    }
    const { cursor: _cursor, limit: _limit, ...query } = listed.data
    return { query, columns, separator, bom }
  })
