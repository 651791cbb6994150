import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { queueDelivery } from '../deliveries/queue'
import { Refusal, notFound } from '../http/refusal'
import { findProduct } from '../products/find'
import { payableState } from '../products/state'
import { payments } from '../tables/payments'
import { products, type ProductRow } from '../tables/products'
import type { productTransaction } from './transaction'

export type Recorded = { uid: string; status: 'successful' | 'failed'; deliveryId: string | null }

type Payment = {
  product: ProductRow
  attempt: string
  transaction: ReturnType<typeof productTransaction>
  /** Whether the shop has a notification address. */
  notify: boolean
}

/** The same attempt was recorded meanwhile; what this one did is rolled back. */
class Repeated extends Error {}

/**
 * Writes the payment, the stock it takes and the notification it causes in one transaction, or nothing.
 * Returns null where the attempt was recorded before.
 * @throws Refusal 409 where the product is sold out or expired: nobody pays then, nor is declined.
 */
export async function recordPayment(db: Database, payment: Payment): Promise<Recorded | null> {
  const { uid, status } = payment.transaction
  try {
    return await db.transaction(async (tx) => {
      await takeStock(tx, payment.product, status === 'successful')
      await insertPayment(tx, payment)
      const { shopId } = payment.product
      const body = Buffer.from(JSON.stringify({ transaction: payment.transaction }))
      const deliveryId = payment.notify ? await queueDelivery(tx, { shopId, uid, body }) : null
      return { uid, status, deliveryId }
    })
  } catch (error) {
    if (error instanceof Repeated) return null
    throw error
  }
}

/**
 * Takes one from the stock, by a conditional update: of several payments at once, as many succeed as there
 * are items. A decline asks the same and takes nothing.
 */
async function takeStock(tx: Database, { shopId, id }: ProductRow, paid: boolean): Promise<void> {
  const taken = paid ? sql`${products.quantity} - 1` : sql`${products.quantity}`
  const rows = await tx
    .update(products)
    .set({
      quantity: taken,
      updatedAt: sql`CASE WHEN ${products.infinite} OR NOT ${paid}::boolean THEN ${products.updatedAt} ELSE now() END`,
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
  if (rows.length === 0) await refuseUnpayable(tx, shopId, id)
}

/** @throws Refusal that says why the product takes no payment. */
export async function refuseUnpayable(db: Database, shopId: number, id: string): Promise<never> {
  const product = await findProduct(db, id, shopId)
  if (!product) throw notFound()
  const state = payableState(product)
  throw state === 'expired'
    ? new Refusal(409, 'Product is expired', { code: 'expired' })
    : new Refusal(409, 'Product is sold out', { code: 'sold_out' })
}

async function insertPayment(tx: Database, { product, attempt, transaction }: Payment): Promise<void> {
  const rows = await tx
    .insert(payments)
    .values({
      shopId: product.shopId,
      uid: transaction.uid,
      attempt,
      productId: product.id,
      type: transaction.type,
      status: transaction.status,
      amount: transaction.amount,
      currency: transaction.currency,
      body: transaction,
      createdAt: new Date(transaction.created_at),
    })
    .onConflictDoNothing({ target: [payments.shopId, payments.attempt] })
    .returning({ uid: payments.uid })
  if (rows.length === 0) throw new Repeated()
}
