import 'server-only'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { lockMatching } from '../../customers/server/merging/link'
import type { Database } from '../../db/database'
import { settle } from './accept'
import { lockLedger, relinkTransactions } from './ledger/ledger'
import { payments } from './tables'

/**
 * Compares payments of these products that differ from their price again. Call in the transaction that wrote another
 * price: until then they were compared with the price of before. Locks the ledger after the products' rows, which nobody
 * locks who holds the ledger.
 */
export async function compareWithNewPrices(
  tx: Database,
  shopId: string,
  productIds: readonly string[],
): Promise<void> {
  if (productIds.length === 0) return
  await lockMatching(tx, shopId)
  await lockLedger(tx, shopId)
  const differing = await tx
    .select({ uid: payments.uid })
    .from(payments)
    .where(
      and(
        eq(payments.shopId, shopId),
        inArray(payments.productId, [...productIds]),
        isNull(payments.checkoutId),
        isNotNull(payments.difference),
      ),
    )
  await settle(tx, shopId, await relinkTransactions(tx, { id: shopId }, differing))
}
