import 'server-only'
import { and, getTableColumns, sql } from 'drizzle-orm'
import type { NotificationExport, NotificationExportColumn } from '../../export'
import { may } from '../../../core/permissions'
import { readNotification } from '../../../gateway/notifications/notification'
import type { ActorContext } from '../../../core/server/context'
import { type MajorText, majorTextFor } from '../../../core/server/files/csv'
import { keysetPage } from '../../../core/server/lists/keyset'
import { recordedCsv } from '../../../core/server/lists/export-rows'
import { notifications, type NotificationRow } from '../tables'
import { itemColumns, toItem, type WorkedOut, workedOutColumns } from './item'
import { orderOf, selectNotifications, shownRow } from './list'
import { maskedText, onOneLine } from '../redaction/mask'

/** Bodies are up to 1 MiB. */
const batchRows = { bare: 1000, withPayload: 50 }

type Row = NotificationRow & WorkedOut

/** Exports all notifications of a list query as CSV, in the list's order, batch by batch. */
export function exportNotifications(
  context: ActorContext,
  { query, ...format }: NotificationExport,
): AsyncGenerator<string, void> {
  const major = majorTextFor(context.shop, format.separator)
  const rows = rowsOf(context, query, format.columns.includes('payload'))
  return recordedCsv(context, { action: 'notifications.exported', ...format }, rows, (row) =>
    valuesOf(context, row, major),
  )
}

async function* rowsOf(
  context: ActorContext,
  { sort, q, ...filters }: NotificationExport['query'],
  hasPayload: boolean,
): AsyncGenerator<Row[], void> {
  const order = orderOf(sort)
  const { where } = await selectNotifications(context, filters, q)
  const { body, ...bare } = getTableColumns(notifications)
  const columns = {
    ...bare,
    deliveryCount: itemColumns.deliveryCount,
    ...workedOutColumns,
    ...(hasPayload ? { body } : {}),
  }
  for (let cursor: string | undefined; ;) {
    const limit = hasPayload ? batchRows.withPayload : batchRows.bare
    const keyset = keysetPage(order, { sort, cursor, limit })
    const found = await context.engine.db
      .select({
        ...columns,
        cursor_value: sql<string>`${order.expression}::text`,
        cursor_id: sql<string>`${notifications.id}::text`,
      })
      .from(notifications)
      .where(and(where, keyset.after))
      .orderBy(keyset.orderBy)
      .limit(keyset.take)
    const { rows, next_cursor: next } = keyset.page(found)
    yield await Promise.all(rows.map((row) => shownRow(context, { body: Buffer.alloc(0), ...row })))
    if (next === null) return
    cursor = next
  }
}

function valuesOf(
  { actor }: ActorContext,
  row: Row,
  major: MajorText,
): Partial<Record<NotificationExportColumn, string | null>> {
  const { amount, currency, test, delivery_count: count, ...texts } = toItem(row, actor)
  const { kind, worked_out: isWorkedOut } = texts
  return {
    ...texts,
    // A notification that is not processed yet has no kind, rather than the kind `unknown`.
    kind: isWorkedOut ? kind : null,
    currency,
    price: major(amount, currency),
    amount: amount === null ? null : String(amount),
    test: test === null ? null : String(test),
    delivery_count: String(count),
    payload: payloadText(row, may(actor, 'personal_data.read')),
  }
}

/** The masked payload on one line. Empty if the body is not JSON or was removed. */
function payloadText({ body }: Row, isPersonalShown: boolean): string {
  const content = readNotification(body)
  return content.kind === 'unreadable'
    ? ''
    : onOneLine(maskedText(body.toString('utf8'), { isPersonalShown }))
}
