import 'server-only'
import { and, eq, inArray } from 'drizzle-orm'
import type { ProductItem } from '../schema'
import type { ShopContext } from '../../core/server/context'
import { products } from './tables'
import { itemColumns, toItem } from './item'

/** The mirrored products of this shop with these IDs, in their order; what is not known is left out. */
export async function productsByIds(
  { engine, shop }: ShopContext,
  ids: readonly string[],
): Promise<ProductItem[]> {
  const wanted = [...new Set(ids)].filter((id) => !id.includes('\0'))
  if (wanted.length === 0) return []
  const rows = await engine.db
    .select(itemColumns)
    .from(products)
    .where(and(eq(products.shopId, shop.id), inArray(products.id, wanted)))
  const found = new Map(rows.map((row) => [row.id, toItem(row)]))
  return wanted.flatMap((id) => found.get(id) ?? [])
}
