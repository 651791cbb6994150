import 'server-only'
import { and, eq, getTableColumns } from 'drizzle-orm'
import type { ShopContext } from '../context'
import { AppError } from '../errors'
import { products } from '../tables/products'
import { confirmedAt, type ProductRow } from './mirror'

/** The mirrored product of this shop; its `syncedAt` is when it was last confirmed. @throws AppError `not_found`. */
export async function loadProduct(context: ShopContext, id: string): Promise<ProductRow> {
  const row = await findProduct(context, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** The mirrored product of this shop, or null; its `syncedAt` is when it was last confirmed. */
export async function findProduct({ engine, shop }: ShopContext, id: string): Promise<ProductRow | null> {
  if (id.includes('\0')) return null
  const [row] = await engine.db
    .select({
      ...getTableColumns(products),
      syncedAt: confirmedAt.mapWith(products.syncedAt).as('confirmed_at'),
    })
    .from(products)
    .where(and(eq(products.shopId, shop.id), eq(products.id, id)))
  return row ?? null
}
