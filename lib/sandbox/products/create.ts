import 'server-only'
import { randomBytes } from 'node:crypto'
import type { Call } from '../http/call'
import { json } from '../http/refusal'
import { products } from '../tables/products'
import { productAnswer } from './answer'
import { readCreate } from './rules'

/** Endpoint 3, POST /products: 201 and the product, or 422 with errors by field. */
export async function createProduct({ engine, shop, body }: Call): Promise<Response> {
  const input = readCreate(await body(), shop.id)
  const [row] = await engine.db
    .insert(products)
    .values({
      shopId: shop.id,
      id: `prd_${randomBytes(8).toString('hex')}`,
      name: input.name,
      description: input.description,
      currency: input.currency,
      amount: input.amount,
      quantity: input.quantity ?? null,
      infinite: input.infinite ?? false,
      visibleFields: [...new Set(input.visible_fields)],
      test: input.test ?? false,
      immortal: input.immortal ?? false,
      expiredAt: input.expired_at === undefined ? null : new Date(input.expired_at),
      returnUrl: input.return_url ?? null,
      language: input.language,
      transactionType: input.transaction_type ?? 'payment',
    })
    .returning()
  if (!row) throw new Error('the new product was not returned')
  return json(productAnswer(row), 201)
}
