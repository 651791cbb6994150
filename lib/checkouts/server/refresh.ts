import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { transactionStates } from '../../payments/server/tables'
import { checkouts } from './tables'
import { wasPaid } from '../state'
import { qualified } from '../../core/server/qualified'
import { loadCheckout } from './load'
import { checkoutSearchText } from './search'
import { outcomeOf } from './state'
import { expiriesOf, paymentsOf } from './told'

/** Notifications, by their evidence. */
const restedOn: ReadonlySet<string> = new Set(['network', 'credentials', 'signature'])

/** What the gateway itself answered is not taken back by notifications that say less. */
const isSettled = (state: string) => state === 'paid' || state === 'cancelled'

/**
 * Works out anew what became of a checkout, of the payments that were made through it. In a transaction that holds the
 * ledger (lib/payments/server/ledger.ts), after these were worked out. What rested on a payment that is another checkout's now goes
 * with it.
 */
export async function refreshCheckout(tx: Database, shopId: string, id: string): Promise<void> {
  const row = await loadCheckout(tx, shopId, id, { locks: true })
  const payments = await paymentsOf(tx, shopId, id)
  const own = payments.filter(({ checkoutLink }) => checkoutLink !== 'parent')
  const expiries = await expiriesOf(tx, shopId, id)
  const { state, restsOn, stateAt, declines } = outcomeOf(own, expiries, row.transactionType)
  const isKept = row.restsOn === 'query' && isSettled(row.state) && !wasPaid(state)
  // Nothing says anything: it is what it was when it was made.
  const isUntold = state === 'open' && !restedOn.has(row.restsOn)
  const differing = own.find((payment) => payment.state === 'differs')
  const deciding = differing ?? own.find(({ paid, held }) => paid > 0 || held > 0)
  await tx
    .update(checkouts)
    .set({
      declines,
      search: checkoutSearchText(row, await uidsOf(tx, shopId, id)),
      paidAmount: deciding ? Math.max(deciding.paid, deciding.held) : null,
      paidCurrency: deciding?.currency ?? null,
      difference: differing?.difference ?? null,
      ...(isKept || isUntold ? {} : { state, restsOn, stateAt: stateAt ?? row.stateAt }),
    })
    .where(and(eq(checkouts.shopId, shopId), eq(checkouts.id, id)))
}

/** Of all transactions of its payments, to find it by. */
export async function uidsOf(db: Database, shopId: string, id: string): Promise<string[]> {
  const rows = await db
    .select({ uid: transactionStates.uid })
    .from(transactionStates)
    .where(
      and(
        eq(transactionStates.shopId, shopId),
        sql`${qualified(transactionStates.rootUid)} IN (
          SELECT p.uid FROM payments p WHERE p.shop_id = ${shopId} AND p.checkout_id = ${id})`,
      ),
    )
    .orderBy(transactionStates.at, transactionStates.uid)
  return rows.map(({ uid }) => uid)
}
