import 'server-only'
import { sql } from 'drizzle-orm'
import type { TrackingUse } from '../schema'
import { shownTo } from '../../core/server/search/contacts-in-text'
import type { ActorContext } from '../../core/server/context'
import { trackingIdsIn } from './search'

/** So many of each kind are told. */
const most = 10

/**
 * Where in the shop a tracking ID, or one of several with semicolons between, is used already: it should be unique, as a
 * query by it answers only some that have it (docs/gateway.md#order). The newest first.
 */
export async function trackingUses(
  { engine, shop, actor }: ActorContext,
  trackingId: string,
): Promise<{ items: TrackingUse[] }> {
  const ids = trackingIdsIn(trackingId)
  if (ids.length === 0) return { items: [] }
  const wanted = sql`${sql.param(ids)}::text[]`
  const keys = sql`${sql.param(ids.map((id) => `tracking_id:${id}`))}::text[]`
  const { rows } = await engine.db.execute<TrackingUse>(sql`
    SELECT tracking_id, kind, id, description, amount, currency,
      to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
    FROM (
      (SELECT tracking_id, 'checkout' AS kind, id, description, amount, currency, created_at AS at
        FROM checkouts WHERE tracking_ids && ${wanted} AND shop_id = ${shop.id} ORDER BY created_at DESC LIMIT ${most})
      UNION ALL
      -- Of a checkout, that one says it.
      (SELECT tracking_id, 'notification', id::text, description, amount, currency, received_at
        FROM notifications WHERE keys && ${keys} AND shop_id = ${shop.id} AND checkout_id IS NULL
        ORDER BY received_at DESC LIMIT ${most})
    ) used WHERE tracking_id IS NOT NULL ORDER BY used.at DESC, id`)
  return shownTo(actor.role, { items: rows })
}
