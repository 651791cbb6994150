import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import type { ShopContext } from '../../../core/server/context'
import { lockMatching } from '../../../customers/server/merging/link'
import { announce } from './process'
import { workOut, workOutKeys, type WorkedOut } from './work-out'

/** Most notifications processed before the customers are locked. Takes seconds if all belong to one customer. */
const awaited = 100
/** Most processed while the customers are locked and everyone else waits. */
const awaitedHeld = 50

/**
 * Processes up to `awaited` notifications of the shop that are not matched with customers yet. Call before anonymising
 * a person.
 */
export async function workOutSome(context: ShopContext): Promise<void> {
  const { engine, shop } = context
  for (const id of await outstanding(engine.db, shop.id, awaited)) {
    const done = await engine.db.transaction(async (tx) => {
      await lockMatching(tx, shop.id)
      return workOutOrKeys(tx, context, id)
    })
    if (done) await announce(context, done)
  }
}

/**
 * Processes all that are left. Requires the customers lock (lib/customers/server/merging/link.ts), so that afterwards
 * no notification names an unknown person.
 * @returns what to announce after the commit; null if there are too many, and nothing was done
 */
export async function workOutRest(tx: Database, context: ShopContext): Promise<WorkedOut[] | null> {
  const ids = await outstanding(tx, context.shop.id, awaitedHeld + 1)
  if (ids.length > awaitedHeld) return null
  const all: WorkedOut[] = []
  for (const id of ids) {
    const done = await workOutOrKeys(tx, context, id)
    if (done) all.push(done)
  }
  return all
}

/** If processing fails, extracts the keys, so that it can be found. The sweep tries again. */
async function workOutOrKeys(tx: Database, context: ShopContext, id: string): Promise<WorkedOut | null> {
  const { shop, log } = context
  try {
    return await tx.transaction((inner) => workOut(inner, context, [id]))
  } catch (error) {
    log.error({ err: error, shop: shop.id, notification: id }, 'notification not processed')
    await workOutKeys(tx, shop.id, id)
    return null
  }
}

/** Returns whether any are left: of this shop, or of an earlier release in any shop (that index has no shop). */
export async function isOutstanding({ engine, shop }: ShopContext): Promise<boolean> {
  const { rows } = await engine.db.execute<{ is: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM notifications WHERE ${whereUnkeyed})
      OR EXISTS (SELECT 1 FROM notifications WHERE ${whereUnprocessed} AND shop_id = ${shop.id}) AS "is"`)
  return rows[0]?.is ?? false
}

/** These match partial indexes. A notification that failed but has keys is found by its keys. */
const whereUnprocessed: SQL = sql`processed_at IS NULL AND keys IS NULL`
const whereUnkeyed: SQL = sql`keys IS NULL AND processed_at IS NOT NULL`

async function outstanding(db: Database, shopId: string, most: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    (SELECT id FROM notifications WHERE ${whereUnprocessed} AND shop_id = ${shopId} LIMIT ${most})
    UNION ALL (SELECT id FROM notifications WHERE ${whereUnkeyed} AND shop_id = ${shopId} LIMIT ${most}) LIMIT ${most}`)
  return rows.map(({ id }) => id)
}
