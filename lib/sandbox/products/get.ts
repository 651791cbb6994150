import 'server-only'
import type { Call } from '../http/call'
import { json, Refusal } from '../http/refusal'
import { productAnswer } from './answer'
import { findProduct } from './find'

/**
 * Endpoint 4, GET /products/{id}: 200 and the product. An invalid request is 302 with an error description
 * (docs/gateway.md#errors); that an unknown ID counts as one, the body's shape and the missing `Location` are
 * inferred. Another shop's product is unknown.
 */
export async function getProduct({ engine, shop, params }: Call<{ id: string }>): Promise<Response> {
  const product = await findProduct(engine.db, params.id, shop.id)
  if (!product) throw new Refusal(302, 'Record not found')
  return json(productAnswer(product))
}
