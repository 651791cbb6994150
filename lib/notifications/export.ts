/** The query of the notification export: the list's query, and which columns. */
import { z } from 'zod'
import { csvOptions, type Separator } from '../core/csv-export'
import { notificationListQuery, type NotificationListQuery } from './schema'

/** Columns that can be exported, in their default order. `price` is in major units, `amount` in minor units. */
export const notificationExportColumns = [
  'id', 'received_at', 'kind', 'status', 'type', 'price', 'amount', 'currency', 'uid', 'tracking_id', 'description',
  'email', 'card_brand', 'card_last_4', 'test', 'authenticity', 'delivery_count', 'product_id', 'checkout_id', 'payload',
] as const // prettier-ignore
export type NotificationExportColumn = (typeof notificationExportColumns)[number]

export type NotificationExport = {
  query: Omit<NotificationListQuery, 'cursor' | 'limit'>
  columns: readonly NotificationExportColumn[]
  separator: Separator
  bom: boolean
}

const usual = notificationExportColumns.filter((column) => column !== 'payload')

/** `q`, `sort` and the filters of the list, plus `csvOptions`. Exports everything that matches. */
export const notificationExportQuery = z
  .looseObject(csvOptions(notificationExportColumns))
  .transform(({ columns = usual, separator, bom, ...list }, context): NotificationExport => {
    const listed = notificationListQuery.safeParse(list, { reportInput: true })
    if (!listed.success) {
      context.issues.push(...(listed.error.issues as typeof context.issues))
      return z.NEVER
    }
    const { cursor: _cursor, limit: _limit, ...query } = listed.data
    return { query, columns, separator, bom }
  })
