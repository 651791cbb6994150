import 'server-only'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { readNotification } from '../../../gateway/notifications/notification'
import { lockLedger } from '../../../payments/server/ledger/ledger'
import { notifications } from '../tables'
import { describeNotification } from './describe'
import type { Read } from './known'

/** `read`: null if it is not to be processed now. */
type Found = { row: Read['row']; read: Read | null }

/** Differs after each change of a row. */
const version = sql<string>`xmin::text`

/**
 * Locks the shop's ledger and these notifications, and reads them, in the order of their IDs. Reading takes long and comes
 * before the locks, so that others work meanwhile. What another process changed until then, or anonymised, is read again.
 */
export async function lockAndRead(tx: Database, shopId: string, ids: readonly string[]): Promise<Found[]> {
  const early = await readThese(tx, shopId, ids)
  await lockLedger(tx, shopId)
  const locked = await tx
    .select({ id: notifications.id, version })
    .from(notifications)
    .where(whereThese(shopId, ids))
    .orderBy(notifications.id)
    .for('update')
  const changed = locked.filter((one) => early.get(one.id)?.version !== one.version)
  const late = await readThese(
    tx,
    shopId,
    changed.map(({ id }) => id),
  )
  return locked.flatMap(({ id }) => late.get(id) ?? early.get(id) ?? [])
}

async function readThese(tx: Database, shopId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, Found & { version: string }>()
  const rows = await tx
    .select({ row: notifications, version })
    .from(notifications)
    .where(whereThese(shopId, ids))
  return new Map(rows.map((one) => [one.row.id, { ...one, read: readIfDue(one.row) }]))
}

const whereThese = (shopId: string, ids: readonly string[]) =>
  and(eq(notifications.shopId, shopId), inArray(notifications.id, [...ids]))

function readIfDue(row: Read['row']): Read | null {
  // If a body still names an anonymised person, a later round processes it.
  if (row.anonymisationId !== null || row.processedAt !== null) return null
  const content = readNotification(row.body)
  return { row, content, said: describeNotification(content) }
}
