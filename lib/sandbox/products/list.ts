import 'server-only'
import { desc, eq } from 'drizzle-orm'
import type { Call } from '../http/endpoint'
import { json } from '../http/refusal'
import { products } from '../tables/products'
import { productAnswer } from './answer'

/** Endpoint 5, GET /products: 200 and all products in one array, newest first (the order is inferred). */
export async function listProducts({ engine, shop }: Call): Promise<Response> {
  const rows = await engine.db
    .select()
    .from(products)
    .where(eq(products.shopId, shop.id))
    .orderBy(desc(products.position))
  return json(rows.map(productAnswer))
}
