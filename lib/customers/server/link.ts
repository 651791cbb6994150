import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { MatchReason } from '../schema'
import type { Database } from '../../db/database'
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

/**
 * Whose a notification is, is worked out where it is processed and where a customer is written; at the same moment,
 * neither would see the other. So who writes customers' keys, joins customers or blanks them holds all of the shop's
 * until the transaction ends, and who matches a notification waits. To be asked for before anything is read or locked.
 */
export const holdCustomers = (tx: Database, shopId: string) =>
  tx.execute(lock(sql`pg_advisory_xact_lock`, shopId))

/** For matching a notification: with others that do, but not while somebody holds the customers. */
export const holdMatching = (tx: Database, shopId: string) =>
  tx.execute(lock(sql`pg_advisory_xact_lock_shared`, shopId))

const lock = (kind: SQL, shopId: string): SQL =>
  sql`SELECT ${kind}(hashtextextended(${`customers ${shopId}`}, 0))`
