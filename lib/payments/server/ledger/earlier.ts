import 'server-only'
import { and, asc, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'
import type { Engine } from '../../../db/engine'
import { readNotification } from '../../../gateway/notifications/notification'
import { notifications } from '../../../notifications/server/tables'
import { countedShops } from '../../../overview/server/tables'
import { refreshCheckouts } from '../../../checkouts/server/refresh'
import { lockMatching } from '../../../customers/server/merging/link'
import type { Shop } from '../../../core/server/context'
import { loadShop } from '../../../core/server/shop/load'
import type { Database } from '../../../db/database'
import { lockLedger, recordTransactions, relinkTransactions, type LedgerChange } from './ledger'
import { oncePerShop } from './once-per-shop'
import { refreshCustomersOf } from '../accept'
import { transactionStates } from '../tables'
import { stateOf } from './transaction'

/** Rows per transaction. Processing of new notifications waits for each batch. */
const batchRows = 500

async function countBatch({ db }: Engine, shopId: string): Promise<boolean> {
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
    if (isLast) changes.push(...(await recountRecorded(tx, shop)))
    const checkoutIds = changes.flatMap(({ after }) => after.checkoutId ?? [])
    await refreshCheckouts(tx, shopId, checkoutIds)
    await refreshCustomersOf(tx, shopId, changes)
    await tx
      .update(countedShops)
      .set({ after: rows.at(-1)?.id ?? place.after, doneAt: isLast ? sql`now()` : null })
      .where(whereShop)
    return isLast
  })
}

/**
 * Counts what statements recorded as tests again, as the shop's mode says. What was a test stays one in a shop that is
 * live by now: it brought no money.
 */
async function recountRecorded(tx: Database, shop: Pick<Shop, 'id' | 'mode'>): Promise<LedgerChange[]> {
  const changes: LedgerChange[] = []
  for (let after = ''; ;) {
    const rows = await tx
      .select({ uid: transactionStates.uid })
      .from(transactionStates)
      .where(
        and(
          eq(transactionStates.shopId, shop.id),
          isNotNull(transactionStates.reconciliationId),
          eq(transactionStates.test, true),
          gt(transactionStates.uid, after),
        ),
      )
      .orderBy(asc(transactionStates.uid))
      .limit(batchRows)
    changes.push(...(await relinkTransactions(tx, shop, rows)))
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchRows) return changes
    after = last.uid
  }
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
