import 'server-only'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { shops } from '../tables/shops'

/** After how many months without activity the shop's customers are anonymised; null: never. */
export async function retentionMonths(db: Database, shopId: string): Promise<number | null> {
  const [row] = await db.select({ months: shops.retentionMonths }).from(shops).where(eq(shops.id, shopId))
  return row?.months ?? null
}

/** Of a shop: those without activity for `months` before `now`. */
export type Period = { shopId: string; months: number; now: Date }

/** Behind which customer a page begins: when that was made, as the database prints it, and its ID. */
export type Place = { created: string; id: string }

export type Candidate = Place & { due: boolean }

/**
 * The next so many customers who were made before the period, the oldest first, and whether nothing happened within
 * it. Activity, the newest of which counts, is: made (as the gateway has it, else when it was first heard of here; made
 * here), a matched notification of any outcome, a note, what the activity log has of it but looking (revealing).
 * Those that are joined are one: what happened to any of them counts for all.
 */
export const nextCandidates = (db: Database, period: Period, after: Place | null, limit: number) =>
  candidates(db, period, {
    among: after ? sql`(${created}, c.id) > (${after.created}::timestamptz, ${after.id}::text)` : sql`true`,
    limit,
  })

/** Whether this customer, which is joined to no other, is due. */
export async function isDue(db: Database, period: Period, id: string): Promise<boolean> {
  const [candidate] = await candidates(db, period, { among: sql`c.id = ${id}`, limit: 1 })
  return candidate?.due ?? false
}

const created = sql`coalesce(c.created_at, c.first_seen_at)`

/** Whether anything happened to the customer `c` since then. */
const isLively = (shopId: string, since: SQL): SQL => sql`(c.submitted_at >= ${since}
  OR EXISTS (SELECT 1 FROM customer_links l
    WHERE l.shop_id = ${shopId} AND l.customer_id = c.id AND l.at >= ${since})
  OR EXISTS (SELECT 1 FROM customer_notes n
    WHERE n.shop_id = ${shopId} AND n.customer_id = c.id AND n.created_at >= ${since})
  OR EXISTS (SELECT 1 FROM activity a
    WHERE a.shop_id = ${shopId} AND a.subject = c.id AND a.at >= ${since} AND a.action <> 'customer.revealed'))`

async function candidates(
  db: Database,
  { shopId, months, now }: Period,
  { among, limit }: { among: SQL; limit: number },
): Promise<Candidate[]> {
  const since = sql`((${now.toISOString()}::timestamptz AT TIME ZONE 'UTC' - make_interval(months => ${months}::int)) AT TIME ZONE 'UTC')`
  const { rows } = await db.execute<Candidate>(sql`
    WITH RECURSIVE page AS (
      SELECT c.id, ${created} AS created, c.submitted_at FROM customers c
      WHERE c.shop_id = ${shopId} AND c.merged_into IS NULL AND c.anonymised_at IS NULL AND ${created} < ${since}
        AND ${among}
      ORDER BY ${created}, c.id LIMIT ${limit}
    ), joined (root, id) AS (
      SELECT page.id, c.id FROM page JOIN customers c ON c.shop_id = ${shopId} AND c.merged_into = page.id
      UNION SELECT j.root, c.id FROM joined j JOIN customers c ON c.shop_id = ${shopId} AND c.merged_into = j.id
    ), lively AS (
      SELECT j.root FROM joined j JOIN customers c ON c.shop_id = ${shopId} AND c.id = j.id
      WHERE ${created} >= ${since} OR ${isLively(shopId, since)}
    )
    SELECT c.id, c.created::text AS created,
      NOT coalesce(${isLively(shopId, since)}, false) AND c.id NOT IN (SELECT root FROM lively) AS due
    FROM page c ORDER BY c.created, c.id`)
  return rows
}
