import 'server-only'
import { and, asc, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'
import type { Engine } from '../../../db/engine'
import { readNotification } from '../../../gateway/notifications/notification'
import { notifications } from '../../../notifications/server/tables'
import { countedShops } from '../../../overview/server/tables'
import { refreshCheckouts } from '../../../checkouts/server/refresh'
import { lockMatching } from '../../../customers/server/merging/link'
import { loadShop } from '../../../core/server/shop/load'
import type { Database } from '../../../db/database'
import { lockLedger, recordTransactions, relinkTransactions, type LedgerChange } from './ledger'
import { oncePerShop } from './once-per-shop'
import { refreshCustomersOf, updatePaymentAlerts } from '../accept'
import { transactionStates } from '../tables'
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
  // No new alerts about what was long ago.
  const settled = changes.filter(({ after }) => after.state !== 'differs' && after.state !== 'disputed')
  await updatePaymentAlerts(tx, shopId, settled)
}

/**
 * Counts what statements recorded as tests again, as the shop's mode says. What was a test stays one in a shop that is
 * live by now: it brought no money. If it is interrupted, it begins anew, which changes nothing.
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
