import 'server-only'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { lockMatching } from '../../customers/server/merging/link'
import type { Database } from '../../db/database'
import { settle } from './accept'
import { lockLedger, relinkTransactions } from './ledger/ledger'
import { payments } from './tables'

/**
 * Compares payments that differ from the price of these products again. Call in the transaction that stores a new price:
 * these payments were compared with the old one. The caller has locked the products' rows, and this locks the ledger.
 * Other code that holds the ledger lock must not lock products.
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
