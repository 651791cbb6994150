/** The query of the notification export: the list's query, and which columns. */
import type { z } from 'zod'
import { csvQuery } from '../core/lists/csv-export'
import { notificationListQuery } from './schema'

/** Columns that can be exported, in their default order. `price` is in major units, `amount` in minor units. */
export const notificationExportColumns = [
  'id', 'received_at', 'kind', 'status', 'type', 'price', 'amount', 'currency', 'uid', 'tracking_id', 'description',
  'email', 'card_brand', 'card_last_4', 'test', 'authenticity', 'delivery_count', 'product_id', 'checkout_id', 'payload',
] as const // prettier-ignore
export type NotificationExportColumn = (typeof notificationExportColumns)[number]

const usual = notificationExportColumns.filter((column) => column !== 'payload')

/** The list's query, and `csvOptions`. Exports every match. */
export const notificationExportQuery = csvQuery(notificationExportColumns, notificationListQuery, usual)
export type NotificationExport = z.output<typeof notificationExportQuery>
