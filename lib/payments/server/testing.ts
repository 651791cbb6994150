import 'server-only'
import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { readNotification } from '../../gateway/notifications/notification'
import { describeNotification } from '../../notifications/server/interpreting/describe'
import type { notifications } from '../../notifications/server/tables'

type Row = typeof notifications.$inferInsert

/** For tests: a stored notification of a transaction. `isProcessed`: includes the columns that processing fills in. */
export function notificationOf(
  shopId: string,
  transaction: Record<string, unknown>,
  { isProcessed = true, ...row }: Partial<Row> & { isProcessed?: boolean } = {},
): Row {
  const body = Buffer.from(JSON.stringify({ transaction }))
  const id = uuidv7()
  const receivedAt = new Date()
  return {
    shopId,
    id,
    receivedAt,
    lastReceivedAt: receivedAt,
    body,
    fingerprint: createHash('sha256').update(body).update(id).digest(),
    headers: {},
    signature: 'verified',
    credentials: 'matched',
    authenticity: 'signature',
    ...(isProcessed ? { ...describeNotification(readNotification(body)), processedAt: receivedAt } : {}),
    ...row,
  }
}
