import 'server-only'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { shops } from '../../core/server/tables/shops'
import { kinOf } from './kin'

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
 * here), a matched notification of any outcome, a checkout made for them, a note, what the activity log has of it but
 * looking (revealing). What happened to any of those who are joined, or are one by what they are known by (kin.ts),
 * counts for all: as the one is blanked, so would be what the others' payments say of them.
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

const sinceOf = ({ months, now }: Period): SQL =>
  sql`((${now.toISOString()}::timestamptz AT TIME ZONE 'UTC' - make_interval(months => ${months}::int)) AT TIME ZONE 'UTC')`

/** Whether anything happened to the customer `c` since then; one that cannot be processed has no link. */
const isLively = (shopId: string, since: SQL): SQL => sql`(coalesce(c.submitted_at >= ${since}, false)
  OR EXISTS (SELECT 1 FROM customer_links l
    WHERE l.shop_id = ${shopId} AND l.customer_id = c.id AND l.at >= ${since})
  OR EXISTS (SELECT 1 FROM checkouts k
    WHERE k.shop_id = ${shopId} AND k.customer_id = c.id AND k.created_at >= ${since})
  OR EXISTS (SELECT 1 FROM customer_notes n
    WHERE n.shop_id = ${shopId} AND n.customer_id = c.id AND n.created_at >= ${since})
  OR EXISTS (SELECT 1 FROM activity a
    WHERE a.shop_id = ${shopId} AND a.subject = c.id AND a.at >= ${since} AND a.action <> 'customer.revealed')
  OR c.keys && (SELECT array_agg(key) FROM notifications n, unnest(n.keys) key
    WHERE n.shop_id = ${shopId} AND n.processed_at IS NULL AND n.authenticity <> 'unverified'
      AND n.received_at >= ${since}) IS TRUE)`

async function candidates(
  db: Database,
  period: Period,
  { among, limit }: { among: SQL; limit: number },
): Promise<Candidate[]> {
  const { shopId } = period
  const since = sinceOf(period)
  const { rows } = await db.execute<Place & { quiet: boolean }>(sql`
    SELECT c.id, ${created}::text AS created, NOT ${isLively(shopId, since)} AS quiet FROM customers c
    WHERE c.shop_id = ${shopId} AND c.merged_into IS NULL AND c.anonymised_at IS NULL AND ${created} < ${since}
      AND ${among}
    ORDER BY ${created}, c.id LIMIT ${limit}`)
  const quiet = rows.filter((row) => row.quiet).map(({ id }) => id)
  const kin = await kinOf(db, shopId, quiet)
  const lively = await livelyAmong(db, period, [...new Set([...kin.values()].flat())])
  return rows.map(({ id, created: at, quiet: isQuiet }) => ({
    id,
    created: at,
    due: isQuiet && !kin.get(id)?.some((one) => lively.has(one)),
  }))
}

/** Those of these customers to whom something happened within the period, being made included. */
async function livelyAmong(db: Database, period: Period, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const since = sinceOf(period)
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT c.id FROM customers c WHERE c.shop_id = ${period.shopId} AND c.id = ANY(${sql.param(ids)}::text[])
      AND (${created} >= ${since} OR ${isLively(period.shopId, since)})`)
  return new Set(rows.map(({ id }) => id))
}
