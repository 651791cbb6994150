import 'server-only'
import { and, asc, eq, gt, isNotNull, ne, sql, isNull } from 'drizzle-orm'
import type { Engine } from '../../../db/engine'
import { readNotification } from '../../../gateway/notifications/notification'
import { notifications } from '../../../notifications/server/tables'
import { countedShops } from '../../../overview/server/tables'
import { refreshCheckouts } from '../../../checkouts/server/refresh'
import { lockMatching } from '../../../customers/server/merging/link'
import { loadShop } from '../../../core/server/shop/load'
import type { Database } from '../../../db/database'
import { refreshCustomersOf, updatePaymentAlerts } from '../accept'
import { transactionStates, filledPayments } from '../tables'
import { shops } from '../../../core/server/tables/shops'
import { lockLedger, recordTransactions, relinkTransactions, type LedgerChange } from './ledger'
import { stateOf } from './transaction'

/** Rows per transaction. Processing of new notifications waits for each batch. */
const batchRows = 500

async function countBatch({ db }: Engine, shopId: string): Promise<boolean> {
  const [begun] = await db.select().from(countedShops).where(eq(countedShops.shopId, shopId))
  if (!begun || (begun.after === null && begun.doneAt === null)) await recountRecorded(db, shopId)
  return db.transaction(async (tx) => {
    const shop = await loadShop(tx, shopId)
    if (!shop) return true
    await lockMatching(tx, shopId)
    await lockLedger(tx, shopId)
    const whereShop = eq(countedShops.shopId, shopId)
    await tx.insert(countedShops).values({ shopId }).onConflictDoNothing()
    const [place] = await tx.select().from(countedShops).where(whereShop).for('update')
    if (!place || place.doneAt) return true
    const rows = await tx
      .select(columns)
      .from(notifications)
      .where(
        and(
          eq(notifications.shopId, shopId),
          place.after === null ? undefined : gt(notifications.id, place.after),
          eq(notifications.kind, 'transaction'),
          eq(notifications.hook, 'notification'),
          ne(notifications.authenticity, 'unverified'),
          isNotNull(notifications.processedAt),
        ),
      )
      .orderBy(asc(notifications.id))
      .limit(batchRows)
    const isLast = rows.length < batchRows
    const changes = await recordTransactions(
      tx,
      shop,
      rows.map(({ body, ...reported }) => stateOf(reported, readNotification(body))),
    )
    await refresh(tx, shopId, changes)
    await tx
      .update(countedShops)
      .set({ after: rows.at(-1)?.id ?? place.after, doneAt: isLast ? sql`now()` : null })
      .where(whereShop)
    return isLast
  })
}

async function refresh(tx: Database, shopId: string, changes: LedgerChange[]): Promise<void> {
  const checkoutIds = changes.flatMap(({ after }) => after.checkoutId ?? [])
  await refreshCheckouts(tx, shopId, checkoutIds)
  await refreshCustomersOf(tx, shopId, changes)
  // No new alerts about old events.
  const settled = changes.filter(({ after }) => after.state !== 'differs' && after.state !== 'disputed')
  await updatePaymentAlerts(tx, shopId, settled)
}

/**
 * Counts what statements recorded as tests again, as the shop's mode says. A test stays a test in a shop that is live
 * by now: it brought no money. If interrupted, it starts again, which does no harm.
 */
async function recountRecorded(db: Database, shopId: string): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;)
    after = await db.transaction((tx) => recountRecordedBatch(tx, shopId, after ?? ''))
}

/** Returns the last UID of the batch; undefined if it was the last batch. */
async function recountRecordedBatch(
  tx: Database,
  shopId: string,
  after: string,
): Promise<string | undefined> {
  const shop = await loadShop(tx, shopId)
  if (!shop) return undefined
  await lockMatching(tx, shopId)
  await lockLedger(tx, shopId)
  const rows = await tx
    .select({ uid: transactionStates.uid })
    .from(transactionStates)
    .where(
      and(
        eq(transactionStates.shopId, shopId),
        isNotNull(transactionStates.reconciliationId),
        eq(transactionStates.test, true),
        gt(transactionStates.uid, after),
      ),
    )
    .orderBy(asc(transactionStates.uid))
    .limit(batchRows)
  await refresh(tx, shopId, await relinkTransactions(tx, shop, rows))
  return rows.length < batchRows ? undefined : rows.at(-1)?.uid
}

/**
 * Counts notifications that earlier releases received, before the sums existed, and everything again after the shop's
 * mode changed. Counting one again changes nothing.
 */
export const { start: startCounting, run: countEarlier } = oncePerShop({
  queue: 'statistics.count-earlier',
  places: countedShops,
  batch: countBatch,
})

const columns = {
  id: notifications.id,
  body: notifications.body,
  receivedAt: notifications.receivedAt,
  authenticity: notifications.authenticity,
  fingerprint: notifications.fingerprint,
  kind: notifications.kind,
  uid: notifications.uid,
  parentUid: notifications.parentUid,
  status: notifications.status,
  type: notifications.type,
  message: notifications.message,
  amount: notifications.amount,
  currency: notifications.currency,
  cardBrand: notifications.cardBrand,
  test: notifications.test,
  checkoutId: notifications.checkoutId,
  checkoutLink: notifications.checkoutLink,
  productId: notifications.productId,
  productLink: notifications.productLink,
  transactionAt: notifications.transactionAt,
}

/** Payments per transaction. Processing of new notifications waits for each batch. */
const paymentsPerBatch = 2000

const fillBatch = ({ db }: Engine, shopId: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    await lockLedger(tx, shopId)
    const whereShop = eq(filledPayments.shopId, shopId)
    await tx.insert(filledPayments).values({ shopId }).onConflictDoNothing()
    const [place] = await tx
      .select()
      .from(filledPayments)
      .where(and(whereShop, isNull(filledPayments.doneAt)))
      .for('update')
    if (!place) return true
    const first = (column: string) =>
      sql.raw(
        `(array_agg(t.${column} ORDER BY t.uid = b.uid DESC, t.at, t.uid) FILTER (WHERE t.${column} IS NOT NULL))[1] AS ${column}`,
      )
    const { rows } = await tx.execute<{ count: number; last: string | null }>(sql`
      WITH batch AS (
        SELECT p.uid FROM payments p WHERE p.shop_id = ${shopId} AND p.uid > ${place.after}
        ORDER BY p.uid LIMIT ${paymentsPerBatch}
      ), cards AS (
        SELECT b.uid, ${first('card_brand')}, ${first('card_country')} FROM batch b
        JOIN transaction_states t ON t.shop_id = ${shopId} AND t.root_uid = b.uid GROUP BY b.uid
      ), filled AS (
        UPDATE payments p SET card_brand = c.card_brand, card_country = c.card_country
        FROM cards c WHERE p.shop_id = ${shopId} AND p.uid = c.uid
          AND (p.card_brand IS DISTINCT FROM c.card_brand OR p.card_country IS DISTINCT FROM c.card_country)
      )
      SELECT count(*)::int AS count, max(uid) AS last FROM batch`)
    const { count = 0, last = null } = rows[0] ?? {}
    const isLast = count < paymentsPerBatch
    await tx
      .update(filledPayments)
      .set({ after: last ?? place.after, doneAt: isLast ? sql`now()` : null })
      .where(whereShop)
    return isLast
  })

/** Gives payments of an earlier release their later columns. Filling one again changes nothing. */
export const { start: startFilling, run: fillPayments } = oncePerShop({
  queue: 'payments.fill',
  places: filledPayments,
  batch: fillBatch,
})

/** Time limit of one turn in ms. The queue treats a handler that takes much longer as dead. */
const turnMs = 20_000

interface Work {
  queue: string
  /** How far each shop is. */
  places: typeof countedShops | typeof filledPayments
  /** Does one batch and stores the place in the same transaction. Returns whether it was the last. */
  batch: (engine: Engine, shopId: string) => Promise<boolean>
}

/** Work that is done once per shop, in batches. It can be interrupted and resumed. */
function oncePerShop({ queue, places, batch }: Work) {
  /** Works until `until` (`performance.now()`). Returns whether all is done. */
  async function run(engine: Engine, shopId: string, { until }: { until: number }): Promise<boolean> {
    for (;;) {
      if (await batch(engine, shopId)) return true
      if (performance.now() >= until) return false
    }
  }
  /** Registers its queue, and one that looks for unfinished shops. */
  async function start(engine: Engine): Promise<void> {
    await engine.queues.define<{ shopId: string }>(queue, async ({ shopId }) => {
      const isDone = await run(engine, shopId, { until: performance.now() + turnMs })
      if (!isDone) await engine.queues.send(queue, { shopId }, { key: shopId })
    })
    await engine.queues.eachMinute(`${queue}-all`, async () => {
      const rest = await engine.db
        .select({ id: shops.id })
        .from(shops)
        .leftJoin(places, eq(places.shopId, shops.id))
        .where(isNull(places.doneAt))
      for (const { id } of rest) await engine.queues.send(queue, { shopId: id }, { key: id })
    })
  }
  return { run, start }
}
