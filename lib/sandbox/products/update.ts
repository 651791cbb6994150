import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { ProductUpdate } from '../../gateway/product'
import type { Call } from '../http/call'
import { invalid } from '../http/invalid'
import { notFound } from '../http/refusal'
import { products } from '../tables/products'
import { isProductId } from './find'
import { readUpdate } from './rules'

/**
 * Endpoint 6, PUT /products/{id}: 204 with an empty body. Inferred: 404 for an unknown ID, and 422 for a
 * quantity sent to a product that is and stays infinite.
 */
export async function updateProduct({ engine, shop, params, body }: Call<{ id: string }>): Promise<Response> {
  const change = readUpdate(await body(), shop.id)
  if (!isProductId(params.id)) throw notFound()
  const here = and(eq(products.shopId, shop.id), eq(products.id, params.id))
  await engine.db.transaction(async (tx) => {
    const [now] = await tx.select({ infinite: products.infinite }).from(products).where(here).for('update')
    if (!now) throw notFound()
    if (change.quantity !== undefined && (change.infinite ?? now.infinite))
      throw invalid({ quantity: ['must be blank'] })
    await tx.update(products).set(columns(change)).where(here)
  })
  return new Response(null, { status: 204 })
}

/** Drizzle leaves out what is undefined. Stock that became infinite is not counted any more. */
function columns(change: ProductUpdate) {
  return {
    name: change.name,
    description: change.description,
    currency: change.currency,
    amount: change.amount,
    quantity: change.infinite === true ? null : change.quantity,
    infinite: change.infinite,
    visibleFields: change.visible_fields && [...new Set(change.visible_fields)],
    test: change.test,
    immortal: change.immortal,
    expiredAt: change.expired_at === undefined ? undefined : new Date(change.expired_at),
    returnUrl: change.return_url,
    language: change.language,
    transactionType: change.transaction_type,
    updatedAt: new Date(),
  }
}
