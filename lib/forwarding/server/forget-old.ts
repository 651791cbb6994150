import 'server-only'
import { and, isNotNull, lt, sql } from 'drizzle-orm'
import { logDays } from '../state'
import type { Database } from '../../db/database'
import { qualified } from '../../core/server/qualified'
import { forwardingEndpoints } from './tables'

const batch = 2_000

/** Removes the log of what was sent long ago, with endpoints that are gone, and secrets that sign no more. */
export async function forgetOldForwards(db: Database): Promise<void> {
  for (let removed = batch; removed === batch;) {
    const { rows } = await db.execute<{ count: number }>(sql`
      WITH old AS (
        DELETE FROM forwarding_messages WHERE (shop_id, id) IN (
          SELECT shop_id, id FROM forwarding_messages
          WHERE created_at < now() - make_interval(days => ${logDays}) AND state <> 'waiting'
            AND coalesce(last_attempt_at, created_at) < now() - make_interval(days => ${logDays})
          LIMIT ${batch})
        RETURNING shop_id, id),
      log AS (DELETE FROM forwarding_attempts a USING old WHERE a.shop_id = old.shop_id AND a.message_id = old.id)
      SELECT count(*)::int AS count FROM old`)
    removed = rows[0]?.count ?? 0
  }
  await db
    .update(forwardingEndpoints)
    .set({ oldSecretSealed: null, oldSecretUntil: null })
    .where(lt(forwardingEndpoints.oldSecretUntil, sql`now()`))
  await db.delete(forwardingEndpoints).where(
    and(
      isNotNull(forwardingEndpoints.removedAt),
      sql`NOT EXISTS (SELECT 1 FROM forwarding_messages m
        WHERE m.shop_id = ${qualified(forwardingEndpoints.shopId)}
          AND m.endpoint_id = ${qualified(forwardingEndpoints.id)})`,
    ),
  )
}
