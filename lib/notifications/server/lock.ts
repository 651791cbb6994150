import 'server-only'
import { and, eq } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { Database } from '../../db/database'
import { AppError } from '../../core/server/errors'
import { notifications } from './tables'

/** A notification of the shop, held until the transaction ends. @throws AppError `not_found`. */
export async function lockNotification(tx: Database, shopId: string, id: string) {
  if (!isUuid(id)) throw new AppError('not_found')
  const [row] = await tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.shopId, shopId), eq(notifications.id, id)))
    .for('update')
  if (!row) throw new AppError('not_found')
  return row
}
