import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { refreshCustomers } from './refresh'

/** A capture of an authorization, its refund, a chargeback of that: further nothing goes, and circles end. */
export const deepest = 5

/** So many at most are taken along at once; what is beyond is found when it is worked out again. */
const most = 1000

/**
 * Finds the customers of a notification that names none of them itself: those of the transaction that it refers to; their
 * IDs. A customer whom a person named there is named here, too. In the transaction that works it out.
 */
export const linkFromParent = (tx: Database, shopId: string, id: string): Promise<string[]> =>
  handDown(tx, shopId, sql`n.id = ${id}`)

/** The same of what refers to these, which were just found to be somebody's. */
export async function linkFollowers(tx: Database, shopId: string, ids: readonly string[]): Promise<string[]> {
  return ids.length === 0 ? [] : handDown(tx, shopId, sql`p.id = ANY(${sql.param(ids)}::uuid[])`)
}

/**
 * `among`: which notifications `n`, or those `p` that they refer to. Of one that names somebody else, and was found by its
 * tracking ID alone, nothing is handed down: that could be another's order. Whoever was anonymised keeps what names nobody,
 * so that what refers to that, in turn, is known to be theirs (lib/notifications/server/blank.ts).
 */
async function handDown(tx: Database, shopId: string, among: SQL): Promise<string[]> {
  const linked = new Set<string>()
  let next = among
  for (let depth = 0; depth < deepest; depth++) {
    const { rows } = await tx.execute<{ customer: string; notification: string }>(sql`
      INSERT INTO customer_links (shop_id, customer_id, notification_id, at, matched_by)
      SELECT DISTINCT l.shop_id, l.customer_id, n.id, n.received_at, 'parent'
      FROM notifications p
      JOIN customer_links l ON l.shop_id = p.shop_id AND l.notification_id = p.id
      JOIN customers c ON c.shop_id = l.shop_id AND c.id = l.customer_id
      JOIN notifications n ON n.shop_id = p.shop_id AND n.parent_uid = p.uid
      WHERE p.shop_id = ${shopId} AND ${next}
        AND p.kind = 'transaction' AND p.authenticity <> 'unverified'
        AND n.kind = 'transaction' AND n.authenticity <> 'unverified'
        AND (c.anonymised_at IS NULL OR n.keys = '{}')
        AND (l.matched_by <> 'tracking_id' OR p.email IS NULL)
        AND NOT EXISTS (SELECT 1 FROM customer_links known WHERE known.shop_id = n.shop_id
          AND known.customer_id = l.customer_id AND known.notification_id = n.id)
        AND (l.matched_by = 'hand' OR NOT EXISTS (SELECT 1 FROM customer_links own
          WHERE own.shop_id = n.shop_id AND own.notification_id = n.id AND own.matched_by <> 'parent'))
      LIMIT ${most}
      ON CONFLICT DO NOTHING RETURNING customer_id AS customer, notification_id AS notification`)
    if (rows.length === 0) break
    for (const { customer } of rows) linked.add(customer)
    next = sql`p.id = ANY(${sql.param(rows.map(({ notification }) => notification))}::uuid[])`
  }
  await refreshCustomers(tx, shopId, [...linked])
  return [...linked]
}

/**
 * Lets go of what was a customer's only by what it refers to, where that is theirs no more; their IDs. `among`: which
 * links `l`. It stays where it was paid through a checkout that was made for them.
 */
export async function unlinkFollowers(tx: Database, shopId: string, among: SQL): Promise<string[]> {
  const lost = new Set<string>()
  let next = among
  for (let depth = 0; depth < deepest; depth++) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      DELETE FROM customer_links l USING notifications n
      WHERE l.shop_id = ${shopId} AND ${next} AND l.matched_by = 'parent'
        AND n.shop_id = l.shop_id AND n.id = l.notification_id
        AND NOT EXISTS (SELECT 1 FROM notifications p
          JOIN customer_links o ON o.shop_id = p.shop_id AND o.notification_id = p.id
          WHERE p.shop_id = n.shop_id AND p.uid = n.parent_uid AND o.customer_id = l.customer_id)
        AND NOT EXISTS (SELECT 1 FROM checkouts k
          WHERE k.shop_id = n.shop_id AND k.id = n.checkout_id AND k.customer_id = l.customer_id)
      RETURNING l.customer_id AS id`)
    if (rows.length === 0) break
    for (const { id } of rows) lost.add(id)
    next = sql`l.customer_id = ANY(${sql.param([...lost])}::text[])`
  }
  await refreshCustomers(tx, shopId, [...lost])
  return [...lost]
}
