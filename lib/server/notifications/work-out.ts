import 'server-only'
import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { readNotification, type NotificationContent } from '../../gateway/notification'
import { linkNotification } from '../customers/link'
import { notifications } from '../tables/notifications'
import { blanked, isOfBlanked } from './blank'
import { describeNotification } from './describe'
import { linkProduct, unlinked, type ProductLink } from './link-product'

/** What was found: the customers whose it is now, the product it was for. Empty where it was worked out before. */
export type WorkedOut = { id: string; payers: string[]; productId: string | null }

type Row = typeof notifications.$inferSelect

/**
 * Works out what a stored notification says, what it is about and whose it is; of one of an earlier release, only the
 * last. Once: it is read here, as by now another may have done it, or blanked it. What is quarantined is described too,
 * so that a person can judge it, and changes nothing else. In a transaction that holds the matching (customers/hold.ts).
 * Null where there is no such notification.
 */
export async function workOut(tx: Database, shopId: string, id: string): Promise<WorkedOut | null> {
  const mine = and(eq(notifications.shopId, shopId), eq(notifications.id, id))
  const [row] = await tx.select().from(notifications).where(mine).for('update')
  if (!row) return null
  // Its body still names somebody who was blanked: it is left to the next round.
  const isLeft = row.blankingId !== null || (row.processedAt !== null && row.keys !== null)
  if (isLeft) return { id, payers: [], productId: null }
  const content = readNotification(row.body)
  const isTrusted = row.authenticity !== 'unverified'
  const found = row.processedAt === null ? await describe(tx, row, content) : keysOnly(content)
  await tx
    .update(notifications)
    // Where it was blanked before it could be processed it has none, and stays so.
    .set({ ...found, keys: row.keys ?? found.keys })
    .where(mine)
  return {
    id,
    payers: isTrusted ? await linkNotification(tx, shopId, id) : [],
    productId: found.productId ?? null,
  }
}

/** Works out only by what it names its payer, where that is not known: this cannot fail. In such a transaction, too. */
export async function workOutKeys(tx: Database, shopId: string, id: string): Promise<void> {
  const mine = and(eq(notifications.shopId, shopId), eq(notifications.id, id), isNull(notifications.keys))
  const [row] = await tx.select({ body: notifications.body }).from(notifications).where(mine).for('update')
  if (row)
    await tx
      .update(notifications)
      .set(keysOnly(readNotification(row.body)))
      .where(mine)
}

const keysOnly = (content: NotificationContent): { keys: string[] } & Partial<ProductLink> => ({
  keys: describeNotification(content).keys ?? [],
})

async function describe(tx: Database, { shopId, authenticity }: Row, content: NotificationContent) {
  const said = describeNotification(content)
  // Of a payment by a person who was blanked meanwhile, without them.
  const isBlanked = content.kind === 'transaction' && said.uid && (await isOfBlanked(tx, shopId, said.uid))
  const link = authenticity === 'unverified' ? unlinked : await linkProduct(tx, shopId, content)
  return { ...(isBlanked ? blanked(content.json) : said), ...link, processedAt: new Date() }
}
