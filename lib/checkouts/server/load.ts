import 'server-only'
import { and, eq } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { Database } from '../../db/database'
import { AppError } from '../../core/server/errors'
import { checkouts, type CheckoutRow } from './tables'

/** The checkout of this shop; locked until the transaction ends, where `locks`. @throws AppError `not_found`. */
export async function loadCheckout(
  db: Database,
  shopId: string,
  id: string,
  { locks = false } = {},
): Promise<CheckoutRow> {
  if (!isUuid(id)) throw new AppError('not_found')
  const query = db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.shopId, shopId), eq(checkouts.id, id)))
  const [row] = await (locks ? query.for('update') : query)
  if (!row) throw new AppError('not_found')
  return row
}
