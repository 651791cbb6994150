import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { productId } from '../../gateway/product'
import { products, type ProductRow } from '../tables/products'

/** What is none may hold what no database does, such as NUL. */
export const isProductId = (id: string): boolean => productId.safeParse(id).success

/** The product with this ID, of this shop where one is given; null also for what is no product ID. */
export async function findProduct(db: Database, id: string, shopId?: number): Promise<ProductRow | null> {
  if (!isProductId(id)) return null
  const [row] = await db
    .select()
    .from(products)
    .where(and(eq(products.id, id), shopId === undefined ? undefined : eq(products.shopId, shopId)))
  return row ?? null
}
