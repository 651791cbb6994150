import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { MatchReason } from '../schema'
import type { Database } from '../../db/database'
import { linkFollowers, unlinkFollowers } from './link-parent'
import { refreshCustomers } from './refresh'

/** What so many customers share (an address that stands for none) says nothing of any of them. */
export const mostAlike = 20

/** By what a match is said to be made, where it was by several: the first of these. */
const reasons: readonly MatchReason[] = ['email', 'external_id', 'tracking_id']

/** Finds the customers whose a notification is; their IDs. Nothing changes where it was found before. */
export async function linkNotification(tx: Database, shopId: string, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ keys: string[] | null }>(
    sql`SELECT keys FROM notifications WHERE shop_id = ${shopId} AND id = ${id}`,
  )
  return linkByKeys(tx, shopId, { id, keys: rows[0]?.keys ?? [] })
}

/** The same where its keys are known. */
export const linkByKeys = (tx: Database, shopId: string, { id, keys }: { id: string; keys: string[] }) =>
  link(tx, shopId, { keys, among: sql`n.id = ${id}` })

/** Finds the notifications that are these customers'; the IDs of those that have new ones. */
export async function linkCustomers(tx: Database, shopId: string, ids: string[]): Promise<string[]> {
  const these = sql`${sql.param(ids)}::text[]`
  const { rows } = await tx.execute<{ key: string }>(sql`
    SELECT DISTINCT key FROM customers, unnest(keys) key
    WHERE shop_id = ${shopId} AND id = ANY(${these}) AND key NOT LIKE 'phone:%'`)
  const keys = await heardOf(
    tx,
    shopId,
    rows.map(({ key }) => key),
  )
  return link(tx, shopId, { keys, among: sql`c.id = ANY(${these})` })
}

/** Lets go of the notifications of a customer that name it by nothing any more, after its keys changed. */
export async function unlinkOthers(tx: Database, shopId: string, id: string): Promise<void> {
  await tx.execute(sql`
    DELETE FROM customer_links l USING customers c, notifications n
    WHERE l.shop_id = ${shopId} AND l.customer_id = ${id} AND c.shop_id = l.shop_id AND c.id = l.customer_id
      AND n.shop_id = l.shop_id AND n.id = l.notification_id
      AND l.matched_by NOT IN ('payment_token', 'parent', 'hand') AND n.keys <> '{}' AND NOT (c.keys && n.keys)`)
  await unlinkFollowers(tx, shopId, sql`l.customer_id = ${id}`)
}

/** Of these keys, those that trusted notifications have: of most customers none ever has. */
async function heardOf(tx: Database, shopId: string, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  // Within a statement of its own, as a planner that sees hundreds of keys expects too much to use the index.
  const given = sql`(SELECT ${sql.param(keys)}::text[])::text[]`
  const { rows } = await tx.execute<{ key: string }>(sql`
    SELECT DISTINCT key FROM notifications n, unnest(n.keys) key
    WHERE n.keys && ${given} AND n.shop_id = ${shopId} AND n.authenticity <> 'unverified' AND key = ANY(${given})`)
  return rows.map(({ key }) => key)
}

/** By which of these keys (keys.ts), and among which customers `c` and notifications `n`. */
type Matched = { keys: string[]; among: SQL }

async function link(tx: Database, shopId: string, { keys, among }: Matched): Promise<string[]> {
  const usable = await fewHave(tx, shopId, keys)
  if (usable.length === 0) return []
  const { rows } = await tx.execute<{ id: string; notification: string }>(sql`
    INSERT INTO customer_links (shop_id, customer_id, notification_id, at, matched_by)
    SELECT c.shop_id, c.id, n.id, n.received_at, (
      SELECT reason FROM unnest(${sql.param(reasons)}::text[]) WITH ORDINALITY known (reason, place)
      WHERE EXISTS (SELECT 1 FROM unnest(c.keys) k WHERE k = ANY(n.keys) AND split_part(k, ':', 1) = reason)
      ORDER BY place LIMIT 1)
    FROM (SELECT unnest(${sql.param(usable)}::text[]) AS key) usable
    JOIN customers c ON c.keys @> ARRAY[key] JOIN notifications n ON n.keys @> ARRAY[key]
    WHERE c.shop_id = ${shopId} AND n.shop_id = ${shopId} AND n.kind = 'transaction' AND ${among}
      AND c.anonymised_at IS NULL AND n.authenticity <> 'unverified'
    ON CONFLICT DO NOTHING RETURNING customer_id AS id, notification_id AS notification`)
  const linked = [...new Set(rows.map(({ id }) => id))]
  await refreshCustomers(tx, shopId, linked)
  const found = [...new Set(rows.map(({ notification }) => notification))]
  return [...new Set([...linked, ...(await linkFollowers(tx, shopId, found))])]
}

/** Those of the keys that some customers have, but not many. */
export async function fewHave(tx: Database, shopId: string, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { rows } = await tx.execute<{ key: string }>(sql`
    SELECT key FROM unnest(${sql.param(keys)}::text[]) key, LATERAL (
      SELECT count(*) AS count FROM (
        SELECT 1 FROM customers WHERE keys @> ARRAY[key] AND shop_id = ${shopId} LIMIT ${mostAlike + 1}) having_it
    ) counted
    WHERE count BETWEEN 1 AND ${mostAlike}`)
  return rows.map(({ key }) => key)
}
