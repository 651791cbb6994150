import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../../db/database'

/**
 * Merged customers form trees: each points to the customer that it was merged into, which may be merged, too. Unmerging a
 * customer takes along the customers that were merged into it before.
 */

/** Returns the IDs of these customers and of all customers merged into them, each once. */
export async function withMerged(db: Database, shopId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    WITH RECURSIVE tree AS (
      SELECT id FROM customers WHERE shop_id = ${shopId} AND id = ANY(${sql.param(ids)}::text[])
      UNION SELECT c.id FROM customers c JOIN tree ON c.merged_into = tree.id WHERE c.shop_id = ${shopId}
    ) SELECT id FROM tree`)
  return rows.map(({ id }) => id)
}

/** SQL: an array of this customer's ID and the IDs of all customers merged into it, for `customer_id = ANY(…)`. */
export const idsWithMerged = (shopId: string, id: string): SQL => sql`ARRAY(
  WITH RECURSIVE tree AS (
    SELECT ${id}::text AS id
    UNION SELECT c.id FROM customers c JOIN tree ON c.merged_into = tree.id WHERE c.shop_id = ${shopId}
  ) SELECT id FROM tree)`

/** SQL: the ID of the customer at the top of the merge tree that contains `id`, an expression. */
export const keptIdOf = (shopId: string, id: SQL): SQL => sql`(
  WITH RECURSIVE line AS (
    SELECT one.id, one.merged_into FROM customers one WHERE one.shop_id = ${shopId} AND one.id = ${id}
    UNION SELECT one.id, one.merged_into FROM customers one JOIN line ON one.id = line.merged_into
    WHERE one.shop_id = ${shopId}
  ) SELECT line.id FROM line WHERE line.merged_into IS NULL)`

/** Returns the IDs of these customers and of all customers that they were merged into, each once. */
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

/** Returns, by the ID of each of these customers, the ID of the customer at the top of its merge tree. */
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
