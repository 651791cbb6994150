import 'server-only'
import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { lockMatching } from '../../customers/server/merging/link'
import type { Database } from '../../db/database'
import { products } from '../../products/server/tables'
import { settle } from './accept'
import { lockLedger, relinkTransactions } from './ledger/ledger'
import { payments } from './tables'

/** Payments compared at once. */
const pageRows = 500

/**
 * When the price before the present one was last known to be valid. What was paid until then, a new price does not
 * concern; all else was compared with the old price.
 */
const oldPriceEnded = sql`coalesce((${products.earlierPrices}->-1->>'until')::timestamptz, '-infinity')`

/**
 * Compares payments that differ from the price of these products again, if they were made since the old price was last
 * confirmed: they were compared with that. Call in the transaction that stores a new price. The caller has locked the
 * products' rows, and this locks the ledger. Other code that holds the ledger lock must not lock products.
 */
export async function compareWithNewPrices(
  tx: Database,
  shopId: string,
  productIds: readonly string[],
): Promise<void> {
  if (productIds.length === 0) return
  await lockMatching(tx, shopId)
  await lockLedger(tx, shopId)
  for (let after = ''; ;) {
    const differing = await tx
      .select({ uid: payments.uid })
      .from(payments)
      .innerJoin(products, and(eq(products.shopId, payments.shopId), eq(products.id, payments.productId)))
      .where(
        and(
          eq(payments.shopId, shopId),
          inArray(payments.productId, [...productIds]),
          isNull(payments.checkoutId),
          isNotNull(payments.difference),
          sql`${payments.at} >= ${oldPriceEnded}`,
          gt(payments.uid, after),
        ),
      )
      .orderBy(asc(payments.uid))
      .limit(pageRows)
    await settle(tx, shopId, await relinkTransactions(tx, { id: shopId }, differing))
    const last = differing.at(-1)
    if (!last || differing.length < pageRows) return
    after = last.uid
  }
}
