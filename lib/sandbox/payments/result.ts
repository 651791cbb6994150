import 'server-only'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { engine } from '../../db/engine'
import { sandboxSettings } from '../settings'
import { payments } from '../tables/payments'
import { products } from '../tables/products'
import { shops } from '../tables/shops'
import { returnAddress } from './return-address'

export type PaymentResult = NonNullable<Awaited<ReturnType<typeof paymentResult>>>

/** What the page after a payment shows; null for an unknown uid, or with the sandbox off. */
export async function paymentResult(uid: string) {
  if (!sandboxSettings.peek() || !z.uuid().safeParse(uid).success) return null
  const [row] = await engine
    .get()
    .db.select({ payment: payments, returnUrl: products.returnUrl, shopUrl: shops.url })
    .from(payments)
    .innerJoin(shops, eq(shops.id, payments.shopId))
    .leftJoin(products, and(eq(products.shopId, payments.shopId), eq(products.id, payments.productId)))
    .where(eq(payments.uid, uid))
  if (!row) return null
  const { payment, returnUrl, shopUrl } = row
  return {
    uid: payment.uid,
    status: payment.status,
    type: payment.type,
    amount: payment.amount,
    currency: payment.currency,
    productId: payment.productId,
    productName: z.string().catch('').parse(payment.body.description),
    returnTo: returnAddress(returnUrl ?? shopUrl, { status: payment.status, uid: payment.uid }),
  }
}
