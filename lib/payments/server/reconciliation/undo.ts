import 'server-only'
import { and, asc, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import { recordActivity } from '../../../core/server/activity/record'
import type { Database } from '../../../db/database'
import { readNotification } from '../../../gateway/notifications/notification'
import { notifications } from '../../../notifications/server/tables'
import { settle } from '../accept'
import { recordTransactions } from '../ledger/ledger'
import { stateOf } from '../ledger/transaction'
import { withdrawTransactions } from '../ledger/withdraw'
import { transactionStates } from '../tables'
import type { LedgerShop } from './record'
import type { ReconciliationRow } from './tables'

/** Transactions per database transaction. */
const batchRows = 200

/**
 * Takes back the next payments that only this run's statement reported, and returns what to store about the run.
 * Payments confirmed by a notification meanwhile stay. Requires the matching and the ledger lock.
 */
export async function undoNext(
  tx: Database,
  shop: LedgerShop,
  run: ReconciliationRow,
): Promise<Partial<ReconciliationRow>> {
  const rows = await tx
    .select({ uid: transactionStates.uid })
    .from(transactionStates)
    .where(and(eq(transactionStates.shopId, shop.id), eq(transactionStates.reconciliationId, run.id)))
    .limit(batchRows)
  if (rows.length === 0) return endUndoing(tx, shop, run)
  const uids = rows.map(({ uid }) => uid)
  const withdrawn = await withdrawTransactions(tx, shop, uids)
  const recorded = await recordTransactions(tx, shop, await reportedOf(tx, shop.id, uids))
  await settle(tx, shop.id, [...withdrawn, ...recorded])
  return { done: run.done + rows.length }
}

async function endUndoing(tx: Database, shop: LedgerShop, run: ReconciliationRow) {
  await recordActivity(
    tx,
    { shop, actor: run.undoneBy === null ? null : { userId: run.undoneBy } },
    { action: 'reconciliation.undone', subject: run.id, detail: { payments: run.done } },
  )
  return { state: 'undone' as const, done: 0, undoneAt: new Date() }
}

/** Returns the states in unfinished notifications that the statement had overruled. */
async function reportedOf(tx: Database, shopId: string, uids: readonly string[]) {
  const rows = await tx
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.shopId, shopId),
        inArray(notifications.uid, [...uids]),
        eq(notifications.kind, 'transaction'),
        eq(notifications.hook, 'notification'),
        ne(notifications.authenticity, 'unverified'),
        isNotNull(notifications.processedAt),
      ),
    )
    .orderBy(asc(notifications.id))
  return rows.map((row) => stateOf(row, readNotification(row.body)))
}
