import type { z } from 'zod'
import { csvQuery } from '../core/lists/csv-export'
import { checkoutListQuery } from './schema'

/** Columns that can be exported, in their default order. `price` is in major units, `amount` in minor units. */
export const checkoutExportColumns = [
  'id', 'token', 'redirect_url', 'state', 'rests_on', 'transaction_type', 'price', 'amount', 'currency',
  'description', 'tracking_id', 'email', 'customer_id', 'test', 'attempts_left', 'expires_at', 'created_at',
  'created_by',
] as const // prettier-ignore
export type CheckoutExportColumn = (typeof checkoutExportColumns)[number]

/** The list's query, and `csvOptions`. Exports every match. */
export const checkoutExportQuery = csvQuery(checkoutExportColumns, checkoutListQuery)
export type CheckoutExport = z.output<typeof checkoutExportQuery>
