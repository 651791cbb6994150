import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { notFound, Refusal } from '../http/refusal'
import { products } from '../tables/records'
import { findProduct, payableState } from './products'

/**
 * Takes one item from the stock. The conditional update keeps concurrent payments within the stock. When not `isPaid`
 * (declined, or waiting for a challenge) it only checks.
 * @throws Refusal 409 if the product is sold out or expired, 404 if it does not exist.
 */
export async function takeStock(
  tx: Database,
  { shopId, id }: { shopId: number; id: string },
  { isPaid }: { isPaid: boolean },
): Promise<void> {
  const taken = isPaid ? sql`${products.quantity} - 1` : sql`${products.quantity}`
  const rows = await tx
    .update(products)
    .set({
      quantity: taken,
      updatedAt: sql`CASE WHEN ${products.infinite} OR NOT ${isPaid}::boolean THEN ${products.updatedAt} ELSE now() END`,
    })
    .where(
      and(
        eq(products.shopId, shopId),
        eq(products.id, id),
        sql`(${products.infinite} OR ${products.quantity} > 0)`,
        sql`(${products.immortal} OR ${products.expiredAt} > now())`,
      ),
    )
    .returning({ id: products.id })
  if (rows.length === 0) await throwUnpayable(tx, shopId, id)
}

/** @throws Refusal with the reason why the product takes no payment. */
export async function throwUnpayable(db: Database, shopId: number, id: string): Promise<never> {
  const product = await findProduct(db, id, shopId)
  if (!product) throw notFound()
  throw payableState(product) === 'expired'
    ? new Refusal(409, 'Product is expired', { code: 'expired' })
    : new Refusal(409, 'Product is sold out', { code: 'sold_out' })
}
