import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { isStorable } from '../../gateway/values'
import type { ShopContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { confirmedColumns } from '../../core/server/mirror/mirror'
import { customers } from './tables'
import type { CustomerRow } from './mirror'

/** The mirrored customer of this shop; its `syncedAt` is when it was last confirmed. @throws AppError `not_found`. */
export async function loadCustomer(context: ShopContext, id: string): Promise<CustomerRow> {
  const row = await findCustomer(context, id)
  if (!row) throw new AppError('not_found')
  return row
}

/** The same, or null. */
export async function findCustomer(context: ShopContext, id: string): Promise<CustomerRow | null> {
  if (!isStorable(id)) return null
  const [row] = await query(context.engine.db, context, id)
  return row ?? null
}

/**
 * The same, held until the transaction ends, to add something to it.
 * @throws AppError `not_found`; `conflict` where it was anonymised: nothing is added to it any more.
 */
export async function lockCustomer(tx: Database, context: ShopContext, id: string): Promise<CustomerRow> {
  if (!isStorable(id)) throw new AppError('not_found')
  const [row] = await query(tx, context, id).for('update')
  if (!row) throw new AppError('not_found')
  if (row.anonymisedAt) throw new AppError('conflict')
  return row
}

const query = (db: Database, { shop }: ShopContext, id: string) =>
  db
    .select(confirmedColumns(customers, 'customers'))
    .from(customers)
    .where(and(eq(customers.shopId, shop.id), eq(customers.id, id)))
