import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../../db/database'

/**
 * Merged customers form trees: each points to the one it was merged into, which may itself be merged. Unmerging one
 * takes along those merged into it before.
 */

/** Returns these customers and all merged into them, each once. */
export async function withMerged(db: Database, shopId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    WITH RECURSIVE tree AS (
      SELECT id FROM customers WHERE shop_id = ${shopId} AND id = ANY(${sql.param(ids)}::text[])
      UNION SELECT c.id FROM customers c JOIN tree ON c.merged_into = tree.id WHERE c.shop_id = ${shopId}
    ) SELECT id FROM tree`)
  return rows.map(({ id }) => id)
}

/** This customer's ID and those of all merged into it, for use in a query: `customer_id = ANY(…)`. */
export const idsWithMerged = (shopId: string, id: string): SQL => sql`ARRAY(
  WITH RECURSIVE tree AS (
    SELECT ${id}::text AS id
    UNION SELECT c.id FROM customers c JOIN tree ON c.merged_into = tree.id WHERE c.shop_id = ${shopId}
  ) SELECT id FROM tree)`

/** The ID of the customer that is left of one and those it was merged with, for use in a query. `id`: an expression. */
export const keptIdOf = (shopId: string, id: SQL): SQL => sql`(
  WITH RECURSIVE line AS (
    SELECT one.id, one.merged_into FROM customers one WHERE one.shop_id = ${shopId} AND one.id = ${id}
    UNION SELECT one.id, one.merged_into FROM customers one JOIN line ON one.id = line.merged_into
    WHERE one.shop_id = ${shopId}
  ) SELECT line.id FROM line WHERE line.merged_into IS NULL)`

/** Returns these customers and all that they were merged into, each once. */
export async function withMergeTargets(
  db: Database,
  shopId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    WITH RECURSIVE line AS (
      SELECT id, merged_into FROM customers WHERE shop_id = ${shopId} AND id = ANY(${sql.param(ids)}::text[])
      UNION SELECT c.id, c.merged_into FROM customers c JOIN line ON c.id = line.merged_into WHERE c.shop_id = ${shopId}
    ) SELECT id FROM line`)
  return rows.map(({ id }) => id)
}

/** Returns, by the ID of each of these customers, the one that is left of it and those it was merged with. */
export async function mergeTopsOf(
  db: Database,
  shopId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; top: string }>(sql`
    WITH RECURSIVE line AS (
      SELECT id, id AS top, merged_into FROM customers WHERE shop_id = ${shopId} AND id = ANY(${sql.param(ids)}::text[])
      UNION SELECT line.id, c.id, c.merged_into FROM customers c JOIN line ON c.id = line.merged_into
      WHERE c.shop_id = ${shopId}
    ) SELECT id, top FROM line WHERE merged_into IS NULL`)
  return new Map(rows.map(({ id, top }) => [id, top]))
}
