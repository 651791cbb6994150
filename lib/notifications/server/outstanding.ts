import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { ShopContext } from '../../core/server/context'
import { holdMatching } from '../../customers/server/link'
import { announce } from './process'
import { workOut, workOutKeys, type WorkedOut } from './work-out'

/** So many are waited for: seconds, where all are one customer's. */
const awaited = 100
/** So many while everybody else waits: what arrived since, and what cannot be processed. */
const awaitedHeld = 50

/**
 * Works out notifications of the shop of which nobody knows yet whose they are: just stored, left behind, or of an
 * earlier release. Not all of them, where they are many. For who is about to blank somebody in them.
 */
export async function workOutSome(context: ShopContext): Promise<void> {
  const { engine, shop } = context
  for (const id of await outstanding(engine.db, shop.id, awaited)) {
    const done = await engine.db.transaction(async (tx) => {
      await holdMatching(tx, shop.id)
      return workOutOrKeys(tx, context, id)
    })
    if (done) await announce(context, done)
  }
}

/**
 * The same of all that are left, in a transaction that holds the customers (lib/customers/server/link.ts), so that afterwards no
 * notification of the shop names somebody unknown. What is to be announced when it is committed; null where there are
 * too many, and nothing was done.
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

/** One that cannot be worked out is found by its keys all the same; the sweep tries it again. */
async function workOutOrKeys(tx: Database, context: ShopContext, id: string): Promise<WorkedOut | null> {
  const { shop, log } = context
  try {
    return await tx.transaction((inner) => workOut(inner, context, id))
  } catch (error) {
    log.error({ err: error, shop: shop.id, notification: id }, 'notification not processed')
    await workOutKeys(tx, shop.id, id)
    return null
  }
}

/** Whether some are left: of this shop, or of an earlier release, of any (as their index knows no shops). */
export async function isOutstanding({ engine, shop }: ShopContext): Promise<boolean> {
  const { rows } = await engine.db.execute<{ is: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM notifications WHERE ${isUnkeyed})
      OR EXISTS (SELECT 1 FROM notifications WHERE ${isUnprocessed} AND shop_id = ${shop.id}) AS "is"`)
  return rows[0]?.is ?? false
}

/** As their indexes are. One that has keys, and could not be processed, is found by them. */
const isUnprocessed: SQL = sql`processed_at IS NULL AND keys IS NULL`
const isUnkeyed: SQL = sql`keys IS NULL AND processed_at IS NOT NULL`

async function outstanding(db: Database, shopId: string, most: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    (SELECT id FROM notifications WHERE ${isUnprocessed} AND shop_id = ${shopId} LIMIT ${most})
    UNION ALL (SELECT id FROM notifications WHERE ${isUnkeyed} AND shop_id = ${shopId} LIMIT ${most}) LIMIT ${most}`)
  return rows.map(({ id }) => id)
}
