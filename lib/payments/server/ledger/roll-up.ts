import 'server-only'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { shops } from '../../../core/server/tables/shops'
import type { Database } from '../../../db/database'
import type { Engine } from '../../../db/engine'
import { rolledUpShops } from '../../../overview/server/tables'
import { lockLedger } from './ledger'
import { fourHourSeconds, startOf } from './sums'

const queue = 'payments.roll-up'

/** How long one job runs, in ms. The queue treats longer jobs as dead. */
const jobMs = 20_000
/** Quarters of an hour per transaction; four hours have 16. Processing of new notifications waits for each batch. */
const batchRows = 10_000

/** Registers the job that sums the quarters of an earlier release by four hours: once per shop, in batches. */
export async function startRollingUp(engine: Engine): Promise<void> {
  await engine.jobs.define<{ shopId: string }>(queue, async ({ shopId }) => {
    const isDone = await rollUp(engine, shopId, { until: performance.now() + jobMs })
    if (!isDone) await engine.jobs.send(queue, { shopId }, { key: shopId })
  })
  await engine.jobs.define(`${queue}-all`, async () => {
    const rest = await engine.db
      .select({ id: shops.id })
      .from(shops)
      .leftJoin(rolledUpShops, eq(rolledUpShops.shopId, shops.id))
      .where(isNull(rolledUpShops.doneAt))
    for (const { id } of rest) await engine.jobs.send(queue, { shopId: id }, { key: id })
  })
  await engine.jobs.schedule(`${queue}-all`, '* * * * *')
}

/** Whether the sums by four hours are complete. Until then, those by quarters are read. */
export async function isRolledUp(db: Database, shopId: string): Promise<boolean> {
  const [done] = await db
    .select({ shopId: rolledUpShops.shopId })
    .from(rolledUpShops)
    .where(and(eq(rolledUpShops.shopId, shopId), isNotNull(rolledUpShops.doneAt)))
  return done !== undefined
}

/**
 * Sums the shop's quarters by four hours until `until` (`performance.now()`). Can be interrupted and resumed. What
 * processing has written meanwhile is replaced by the whole sum, so summing again changes nothing.
 * @returns whether all are summed
 */
export async function rollUp(
  engine: Engine,
  shopId: string,
  { until, rows = batchRows }: { until: number; rows?: number },
): Promise<boolean> {
  for (;;) {
    if (await rollUpBatch(engine, shopId, rows)) return true
    if (performance.now() >= until) return false
  }
}

/** Sums one batch and stores the position in the same transaction. Returns whether it was the last. */
const rollUpBatch = ({ db }: Engine, shopId: string, batch: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    await lockLedger(tx, shopId)
    const mine = eq(rolledUpShops.shopId, shopId)
    await tx.insert(rolledUpShops).values({ shopId }).onConflictDoNothing()
    const [place] = await tx
      .select()
      .from(rolledUpShops)
      .where(and(mine, isNull(rolledUpShops.doneAt)))
      .for('update')
    if (!place) return true
    const from = place.at?.toISOString() ?? '-infinity'
    const { rows } = await tx.execute<{ count: number; currency: string; start: string }>(sql`
      WITH batch AS (
        SELECT *, ${startOf(fourHourSeconds, sql`at`)} AS start FROM payment_quarters
        WHERE shop_id = ${shopId} AND (currency, at) >= (${place.currency}, ${from}::timestamptz)
        ORDER BY currency, at LIMIT ${batch}
      ), last AS (
        SELECT (SELECT count(*)::int FROM batch) AS count, currency, start FROM batch ORDER BY currency DESC, at DESC LIMIT 1
      ), summed AS (
        INSERT INTO payment_four_hours
          (shop_id, currency, at, paid, payments, failed, refunded, refunds, charged_back, chargebacks)
        SELECT ${shopId}::text, b.currency, b.start, sum(paid), sum(payments), sum(failed), sum(refunded), sum(refunds),
          sum(charged_back), sum(chargebacks)
        FROM batch b, last WHERE last.count < ${batch} OR (b.currency, b.start) <> (last.currency, last.start)
        GROUP BY b.currency, b.start
        ON CONFLICT (shop_id, at, currency) DO UPDATE SET paid = excluded.paid, payments = excluded.payments,
          failed = excluded.failed, refunded = excluded.refunded, refunds = excluded.refunds,
          charged_back = excluded.charged_back, chargebacks = excluded.chargebacks
      )
      SELECT count, currency, start::text FROM last`)
    const [last] = rows
    const isLast = !last || last.count < batch
    await tx
      .update(rolledUpShops)
      .set(isLast ? { doneAt: sql`now()` } : { currency: last.currency, at: sql`${last.start}::timestamptz` })
      .where(mine)
    return isLast
  })
