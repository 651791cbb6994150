/** Query of the export of checkouts: that of the list, and which columns. */
import { z } from 'zod'
import { checkoutListQuery, type CheckoutListQuery } from './schema'
import { csvOptions, type Separator } from '../core/csv-export'

/** What can be exported, in this order where nothing is chosen. `price`: major units; `amount`: minor units, as sent. */
export const checkoutExportColumns = [
  'id', 'token', 'redirect_url', 'state', 'rests_on', 'transaction_type', 'price', 'amount', 'currency',
  'description', 'tracking_id', 'email', 'customer_id', 'test', 'attempts_left', 'expires_at', 'created_at',
  'created_by',
] as const // prettier-ignore
export type CheckoutExportColumn = (typeof checkoutExportColumns)[number]

export type CheckoutExport = {
  query: Omit<CheckoutListQuery, 'cursor' | 'limit'>
  columns: readonly CheckoutExportColumn[]
  separator: Separator
  bom: boolean
}

/** `q`, `sort` and the filters of the list; all that match is exported. With columns as `csvOptions` says. */
export const checkoutExportQuery = z
  .looseObject(csvOptions(checkoutExportColumns))
  .transform(({ columns = checkoutExportColumns, separator, bom, ...list }, context): CheckoutExport => {
    const listed = checkoutListQuery.safeParse(list, { reportInput: true })
    if (!listed.success) {
      context.issues.push(...(listed.error.issues as typeof context.issues))
      return z.NEVER
    }
    const { cursor: _cursor, limit: _limit, ...query } = listed.data
    return { query, columns, separator, bom }
  })
