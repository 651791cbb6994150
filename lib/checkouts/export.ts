import { z } from 'zod'
import { csvOptions, type Separator } from '../core/csv-export'
import { checkoutListQuery, type CheckoutListQuery } from './schema'

/** Columns that can be exported, in their default order. `price` is in major units, `amount` in minor units. */
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

/** `q`, `sort` and the list's filters; exports every match. Columns and format as in `csvOptions`. */
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
