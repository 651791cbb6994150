import 'server-only'
import { and, eq, inArray, notInArray } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import type { Shop } from '../../../core/server/context'
import { payments, transactionStates } from '../tables'
import { removedChange, workOutPayments, type LedgerChange } from './ledger'
import { familiesOf } from './payment'
import { relatedStates } from './related'
import { writeStates } from './sums'

/**
 * Removes transactions from the ledger and its sums, and recomputes the payments they belonged to. Requires the ledger
 * lock.
 */
export async function withdrawTransactions(
  tx: Database,
  shop: Pick<Shop, 'id'>,
  uids: readonly string[],
): Promise<LedgerChange[]> {
  const known = await relatedStates(
    tx,
    shop.id,
    uids.map((uid) => ({ uid, parentUid: null })),
  )
  const goneUids = new Set(uids)
  const gone = known.filter(({ uid }) => goneUids.has(uid))
  const left = known.filter(({ uid }) => !goneUids.has(uid))
  if (gone.length === 0) return []
  const roots = familiesOf(known).map(({ root }) => root)
  const before = await tx
    .select({ checkoutId: payments.checkoutId })
    .from(payments)
    .where(and(eq(payments.shopId, shop.id), inArray(payments.uid, roots)))
  // Takes them out of the sums first.
  await writeStates(
    tx,
    shop.id,
    gone.map((state) => ({
      ...state,
      rootUid: state.uid,
      countsAs: null,
      countedBrand: null,
      countedCountry: null,
    })),
  )
  await tx.delete(transactionStates).where(
    and(
      eq(transactionStates.shopId, shop.id),
      inArray(
        transactionStates.uid,
        gone.map(({ uid }) => uid),
      ),
    ),
  )
  const removed = await tx
    .delete(payments)
    .where(
      and(
        eq(payments.shopId, shop.id),
        inArray(payments.uid, roots),
        notInArray(
          payments.uid,
          familiesOf(left).map(({ root }) => root),
        ),
      ),
    )
    .returning()
  // Their other payments are compared again, even where a payment stays without the transaction that was linked.
  const checkoutIds = [...before, ...gone].flatMap(({ checkoutId }) => checkoutId ?? [])
  return [...removed.map(removedChange), ...(await workOutPayments(tx, shop, left, checkoutIds))]
}
