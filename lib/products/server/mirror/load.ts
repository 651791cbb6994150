import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import type { ShopContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { confirmedColumns } from '../../../core/server/mirror/mirror'
import { products } from '../tables'
import type { ProductRow } from '../tables'

/**
 * `syncedAt` is when the product was last confirmed.
 * @throws AppError `not_found`
 */
export async function loadProduct(context: ShopContext, id: string): Promise<ProductRow> {
  return found(await findProduct(context, id))
}

/**
 * Locks the row until the transaction ends.
 * @throws AppError `not_found`
 */
export async function lockProduct(tx: Database, context: ShopContext, id: string): Promise<ProductRow> {
  if (!isStorableId(id)) throw new AppError('not_found')
  const [row] = await query(tx, context, id).for('update')
  return found(row)
}

/** `syncedAt` is when the product was last confirmed. */
export async function findProduct(context: ShopContext, id: string): Promise<ProductRow | null> {
  if (!isStorableId(id)) return null
  const [row] = await query(context.engine.db, context, id)
  return row ?? null
}

function found(row: ProductRow | null | undefined): ProductRow {
  if (!row) throw new AppError('not_found')
  return row
}

const isStorableId = (id: string): boolean => !id.includes('\0')

const query = (db: Database, { shop }: ShopContext, id: string) =>
  db
    .select(confirmedColumns(products, 'products'))
    .from(products)
    .where(and(eq(products.shopId, shop.id), eq(products.id, id)))
