import 'server-only'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { mostAlike } from './link'

/**
 * Who stands for one person with each of these customers, beside itself: those it is joined with, those who have its
 * e-mail address or ID in the merchant's system (but what many share says nothing), and whoever is so with any of them.
 * Only of those who have some.
 */
export async function kinOf(db: Database, shopId: string, ids: string[]): Promise<Map<string, string[]>> {
  const beside = new Map<string, Set<string>>()
  const seen = new Set(ids)
  for (let next = ids; next.length > 0;) {
    const found: string[] = []
    for (const [one, other] of await pairs(db, shopId, next)) {
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const)
        // prettier-ignore
        beside.set(from, (beside.get(from) ?? new Set()).add(to))
      found.push(one, other)
    }
    next = [...new Set(found)].filter((id) => !seen.has(id))
    for (const id of next) seen.add(id)
  }
  const kin = new Map<string, string[]>()
  for (const group of groupsOf(beside)) for (const id of group) kin.set(id, group)
  return new Map(ids.flatMap((id) => (kin.has(id) ? [[id, kin.get(id) ?? []]] : [])))
}

/** All who are connected, each in one group. */
function groupsOf(beside: Map<string, Set<string>>): string[][] {
  const seen = new Set<string>()
  const groups: string[][] = []
  for (const first of beside.keys()) {
    if (seen.has(first)) continue
    seen.add(first)
    const group = [first]
    for (const id of group)
      for (const other of beside.get(id) ?? []) {
        if (seen.has(other)) continue
        seen.add(other)
        group.push(other)
      }
    groups.push(group)
  }
  return groups
}

/** Of these customers, who is directly beside whom. */
async function pairs(db: Database, shopId: string, ids: string[]): Promise<[string, string][]> {
  const these = sql`${sql.param(ids)}::text[]`
  const { rows } = await db.execute<{ one: string; other: string }>(sql`
    WITH mine AS MATERIALIZED (
      SELECT id, merged_into, keys FROM customers WHERE shop_id = ${shopId} AND id = ANY(${these})
    ), shared AS (
      SELECT ids FROM (SELECT DISTINCT key FROM mine, unnest(keys) key WHERE key ~ '^(email|external_id):') given,
        LATERAL (SELECT array_agg(id) AS ids FROM (
          SELECT id FROM customers WHERE keys @> ARRAY[key] AND shop_id = ${shopId} LIMIT ${mostAlike + 1}) having_it) all_of_it
      WHERE cardinality(ids) BETWEEN 2 AND ${mostAlike}
    )
    SELECT id AS one, merged_into AS other FROM mine WHERE merged_into IS NOT NULL
    UNION SELECT merged_into, id FROM customers WHERE shop_id = ${shopId} AND merged_into = ANY(${these})
    UNION SELECT ids[1], unnest(ids[2:]) FROM shared`)
  return rows.map(({ one, other }) => [one, other])
}
