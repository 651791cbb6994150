import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { MatchReason } from '../../schema'
import type { Database } from '../../../db/database'
import { refreshCustomers } from '../reading/refresh'

/** A key that more customers share than this (such as a placeholder address) identifies none of them. */
export const maxSharing = 20

/** Match reasons by priority. */
const reasons: readonly MatchReason[] = ['email', 'external_id', 'tracking_id']

type Keyed = { id: string; keys: readonly string[] }

/** Links notifications to the customers that share a key with them. Returns the IDs of customers that got a link. */
export async function linkNotifications(
  tx: Database,
  shopId: string,
  notifications: readonly Keyed[],
): Promise<string[]> {
  const all = notifications.flatMap(({ id, keys }) => keys.map((key) => ({ id, key })))
  const usable = new Set(await identifyingKeys(tx, shopId, [...new Set(all.map(({ key }) => key))]))
  const given = all.filter(({ key }) => usable.has(key))
  if (given.length === 0) return []
  const [ids, keys] = [given.map(({ id }) => id), given.map(({ key }) => key)]
  return link(
    tx,
    shopId,
    sql`unnest(${sql.param(ids)}::uuid[], ${sql.param(keys)}::text[]) given (id, key),
      ${customersWithKey} c, LATERAL (
        SELECT * FROM notifications WHERE shop_id = ${shopId} AND id = given.id OFFSET 0) n`,
  )
}

/** Links these customers to notifications that share a key with them. Returns the IDs of customers that got a link. */
export async function linkCustomers(tx: Database, shopId: string, ids: string[]): Promise<string[]> {
  const these = sql`${sql.param(ids)}::text[]`
  const { rows } = await tx.execute<{ key: string }>(sql`
    SELECT DISTINCT key FROM customers, unnest(keys) key
    WHERE shop_id = ${shopId} AND id = ANY(${these}) AND key NOT LIKE 'phone:%'`)
  const keys = await keysInNotifications(
    tx,
    shopId,
    rows.map(({ key }) => key),
  )
  const usable = await identifyingKeys(tx, shopId, keys)
  if (usable.length === 0) return []
  return link(
    tx,
    shopId,
    sql`unnest(${sql.param(usable)}::text[]) given (key)
      JOIN ${customersWithKey} c ON c.id = ANY(${these}) JOIN notifications n ON n.keys @> ARRAY[given.key]`,
  )
}

/**
 * Unlinks notifications that no longer share the key by which they were matched. Call after the customer's keys changed
 * and before {@link linkCustomers}, which may match them again by another key.
 */
export async function unlinkOthers(tx: Database, shopId: string, id: string): Promise<void> {
  await tx.execute(sql`
    DELETE FROM customer_links l USING customers c, notifications n
    WHERE l.shop_id = ${shopId} AND l.customer_id = ${id} AND c.shop_id = l.shop_id AND c.id = l.customer_id
      AND n.shop_id = l.shop_id AND n.id = l.notification_id
      AND l.matched_by NOT IN ('payment_token', 'parent', 'hand') AND n.keys <> '{}' AND NOT EXISTS (
        SELECT 1 FROM unnest(c.keys) k WHERE k = ANY(n.keys) AND split_part(k, ':', 1) = l.matched_by)`)
  await unlinkChildren(tx, shopId, sql`l.customer_id = ${id}`)
}

async function keysInNotifications(tx: Database, shopId: string, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  // A subselect hides the number of keys from the planner: with hundreds, it would not use the index.
  const given = sql`(SELECT ${sql.param(keys)}::text[])::text[]`
  const { rows } = await tx.execute<{ key: string }>(sql`
    SELECT DISTINCT key FROM notifications n, unnest(n.keys) key
    WHERE n.keys && ${given} AND n.shop_id = ${shopId} AND n.authenticity <> 'unverified' AND key = ANY(${given})`)
  return rows.map(({ key }) => key)
}

/**
 * SQL: the customers, of any shop, with `given.key`. `OFFSET 0` makes the planner use the index of keys: without table
 * statistics, it would scan all customers of the shop for each key.
 */
const customersWithKey = sql.raw('LATERAL (SELECT * FROM customers WHERE keys @> ARRAY[given.key] OFFSET 0)')

/**
 * Inserts links, also for children of the newly linked notifications. `matching`: SQL for customers `c` and notifications
 * `n` that share a key (keys.ts). Returns the IDs of customers that got a link.
 */
async function link(tx: Database, shopId: string, matching: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string; notification: string }>(sql`
    INSERT INTO customer_links (shop_id, customer_id, notification_id, at, matched_by)
    SELECT c.shop_id, c.id, n.id, n.received_at, (
      SELECT reason FROM unnest(${sql.param(reasons)}::text[]) WITH ORDINALITY known (reason, place)
      WHERE EXISTS (SELECT 1 FROM unnest(c.keys) k WHERE k = ANY(n.keys) AND split_part(k, ':', 1) = reason)
      ORDER BY place LIMIT 1)
    FROM ${matching}
    WHERE c.shop_id = ${shopId} AND n.shop_id = ${shopId} AND n.kind = 'transaction'
      AND c.anonymised_at IS NULL AND n.authenticity <> 'unverified'
    ON CONFLICT DO NOTHING RETURNING customer_id AS id, notification_id AS notification`)
  const linked = [...new Set(rows.map(({ id }) => id))]
  await refreshCustomers(tx, shopId, linked)
  const found = [...new Set(rows.map(({ notification }) => notification))]
  return [...new Set([...linked, ...(await linkChildren(tx, shopId, found))])]
}

/** Returns the keys that at least one and at most `maxSharing` customers have. */
export async function identifyingKeys(tx: Database, shopId: string, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { rows } = await tx.execute<{ key: string }>(sql`
    SELECT key FROM unnest(${sql.param(keys)}::text[]) given (key), LATERAL (
      SELECT count(*) AS count FROM (
        SELECT 1 FROM ${customersWithKey} c WHERE c.shop_id = ${shopId} LIMIT ${maxSharing + 1}) having_it
    ) counted
    WHERE count BETWEEN 1 AND ${maxSharing}`)
  return rows.map(({ key }) => key)
}

/** Maximum depth of parent links. Enough for authorization, capture, refund and chargeback. Also ends cycles. */
export const maxParentDepth = 5

/** Maximum number of links inherited in one step. A further one is made when its notification is processed again. */
const most = 1000

/**
 * Links notifications that match no customer themselves to the customers of their parent transactions. Links the others
 * only to customers whom a person assigned to the parent. Run in the transaction that processes the notifications.
 */
export async function linkFromParents(
  tx: Database,
  shopId: string,
  ids: readonly string[],
): Promise<string[]> {
  return ids.length === 0 ? [] : inheritLinks(tx, shopId, sql`n.id = ANY(${sql.param(ids)}::uuid[])`)
}

/** As {@link linkFromParents}, for the children of these notifications. */
export async function linkChildren(tx: Database, shopId: string, ids: readonly string[]): Promise<string[]> {
  return ids.length === 0 ? [] : inheritLinks(tx, shopId, sql`p.id = ANY(${sql.param(ids)}::uuid[])`)
}

/**
 * `among`: SQL condition on notifications `n` or their parents `p`. Does not inherit a link that was found by tracking ID
 * if the parent has an e-mail address: it may be another customer's order. Anonymised customers inherit only
 * notifications without keys, so that the children of those are known to be theirs
 * (lib/notifications/server/redaction/anonymise.ts).
 */
async function inheritLinks(tx: Database, shopId: string, among: SQL): Promise<string[]> {
  const linked = new Set<string>()
  let next = among
  for (let depth = 0; depth < maxParentDepth; depth++) {
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
 * Unlinks notifications that only inherited their link, if no parent is linked to the customer any more. Keeps
 * notifications of a checkout that was created for the customer. `among`: SQL condition on links `l`. Returns the
 * customers' IDs.
 */
export async function unlinkChildren(tx: Database, shopId: string, among: SQL): Promise<string[]> {
  const lost = new Set<string>()
  let next = among
  for (let depth = 0; depth < maxParentDepth; depth++) {
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

/**
 * Takes an exclusive lock on the shop's customers until the transaction ends. Matching runs both when a notification is
 * processed and when a customer is written; without the lock, two at the same moment would not see each other. Take it
 * to change keys, merge or anonymise, before reading or locking anything else.
 */
export const lockCustomers = (tx: Database, shopId: string) =>
  tx.execute(lock(sql`pg_advisory_xact_lock`, shopId))

/** Takes a shared lock for matching. Waits for `lockCustomers`, but not for other matching. */
export const lockMatching = (tx: Database, shopId: string) =>
  tx.execute(lock(sql`pg_advisory_xact_lock_shared`, shopId))

const lock = (kind: SQL, shopId: string): SQL =>
  sql`SELECT ${kind}(hashtextextended(${`customers ${shopId}`}, 0))`
