import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { isStorable } from '../../../gateway/values'
import type { ShopContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { confirmedColumns } from '../../../core/server/mirror/mirror'
import { customers } from '../tables'
import type { CustomerRow } from './mirror'

/**
 * `syncedAt` is when the customer was last confirmed.
 * @throws AppError `not_found`.
 */
export async function loadCustomer(context: ShopContext, id: string): Promise<CustomerRow> {
  const row = await findCustomer(context, id)
  if (!row) throw new AppError('not_found')
  return row
}

export async function findCustomer(context: ShopContext, id: string): Promise<CustomerRow | null> {
  if (!isStorable(id)) return null
  const [row] = await query(context.engine.db, context, id)
  return row ?? null
}

/**
 * Locks a customer until the transaction ends, to add local data.
 * @throws AppError `not_found`; `conflict` if anonymised, because nothing may be added then.
 */
export async function lockCustomer(tx: Database, context: ShopContext, id: string): Promise<CustomerRow> {
  if (!isStorable(id)) throw new AppError('not_found')
  const [row] = await query(tx, context, id).for('update')
  if (!row) throw new AppError('not_found')
  if (row.anonymisedAt) throw new AppError('conflict')
  return row
}

/** Whether a customer is anonymised. If not, the lock keeps them from it until the transaction ends. */
export async function isAnonymised(tx: Database, shopId: string, id: string): Promise<boolean> {
  const [row] = await tx
    .select({ anonymisedAt: customers.anonymisedAt })
    .from(customers)
    .where(and(eq(customers.shopId, shopId), eq(customers.id, id)))
    .for('key share')
  return row !== undefined && row.anonymisedAt !== null
}

const query = (db: Database, { shop }: ShopContext, id: string) =>
  db
    .select(confirmedColumns(customers, 'customers'))
    .from(customers)
    .where(and(eq(customers.shopId, shop.id), eq(customers.id, id)))
