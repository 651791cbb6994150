import 'server-only'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { readNotification } from '../../gateway/notification'
import { holdMatching } from '../customers/hold'
import { linkNotification } from '../customers/link'
import { notifications } from '../tables/notifications'
import { describeNotification } from './describe'

/** Bodies held in memory at a time, each of up to 1 MiB. */
const pageRows = 50

const isUnkeyed = and(isNull(notifications.keys), isNotNull(notifications.processedAt))

/**
 * Works out by what notifications of an earlier release name their payers, and whose they are. Here and not when the
 * tables are changed, so that nobody waits for millions of them.
 */
export async function keyOldNotifications(db: Database): Promise<void> {
  for (;;) {
    const rows = await db
      .select({ shopId: notifications.shopId, id: notifications.id, body: notifications.body })
      .from(notifications)
      .where(isUnkeyed)
      .limit(pageRows)
    for (const row of rows) await keyOne(db, row)
    if (rows.length < pageRows) return
  }
}

async function keyOne(
  db: Database,
  { shopId, id, body }: Pick<typeof notifications.$inferSelect, 'shopId' | 'id' | 'body'>,
): Promise<void> {
  const { keys = [] } = describeNotification(readNotification(body))
  await db.transaction(async (tx) => {
    await holdMatching(tx, shopId)
    const [keyed] = await tx
      .update(notifications)
      .set({ keys })
      .where(and(eq(notifications.shopId, shopId), eq(notifications.id, id), isUnkeyed))
      .returning({ authenticity: notifications.authenticity })
    if (keyed && keyed.authenticity !== 'unverified') await linkNotification(tx, shopId, id)
  })
}
