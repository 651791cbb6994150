import 'server-only'
import { and, eq, inArray, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../db/database'
import { activity, activitySeals } from '../tables/requests'
import { accessAreas } from '../../activity'
import { forgottenDigest } from '../../../chain/chain.mjs'

/** Entries deleted together. */
const batchRows = 5_000

const whereOld = lt(activity.at, sql`now() - interval '1 year'`)

/**
 * Forgets the network addresses of a year ago, and how people signed in then (what else they did is kept). The
 * installation's activity says which entries were deleted, so that the chain still proves that no others are missing.
 */
export async function forgetOldActivity(db: Database): Promise<void> {
  while ((await forgetBatch(db)) === batchRows);
  await db.transaction(async (tx) => {
    const rows = await tx
      .update(activity)
      .set({ address: null })
      .where(and(whereOld, isNotNull(activity.address), activity.isSealed))
      .returning({ id: activity.id })
    await dropSalts(tx, rows, { addressSalt: null })
  })
}

const forgetBatch = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    const area = sql`split_part(${activity.action}, '.', 1)`
    const whereAccess = inArray(area, [...accessAreas])
    const old = tx
      .select({ id: activity.id })
      .from(activity)
      .where(and(isNull(activity.shopId), whereOld, whereAccess, activity.isSealed))
      .limit(batchRows)
    const rows = await tx.delete(activity).where(inArray(activity.id, old)).returning({ id: activity.id })
    if (rows.length === 0) return 0
    const id = uuidv7()
    const ids = rows.map((row) => row.id)
    const detail = { rows: ids.length, digest: forgottenDigest(ids) }
    await tx.insert(activity).values({ id, action: 'activity.forgotten', detail })
    await dropSalts(tx, rows, { addressSalt: null, detailSalt: null, forgottenBy: id })
    return rows.length
  })

/** Empties the detail of entries of a shop, which held personal data. The rest of each entry can still be checked. */
export async function forgetDetail(tx: Database, shopId: string, which: SQL | undefined): Promise<void> {
  const rows = await tx
    .update(activity)
    .set({ detail: {} })
    .where(and(eq(activity.shopId, shopId), which))
    .returning({ id: activity.id })
  await dropSalts(tx, rows, { detailSalt: null })
}

type Dropped = { addressSalt?: null; detailSalt?: null; forgottenBy?: string }

const maxParameters = 10_000

async function dropSalts(tx: Database, rows: readonly { id: string }[], dropped: Dropped): Promise<void> {
  for (let from = 0; from < rows.length; from += maxParameters) {
    const ids = rows.slice(from, from + maxParameters).map(({ id }) => id)
    await tx.update(activitySeals).set(dropped).where(inArray(activitySeals.entryId, ids))
  }
}
