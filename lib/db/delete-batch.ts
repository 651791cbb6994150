import 'server-only'
import { sql } from 'drizzle-orm'
import type { Database } from './database'

type Batch = {
  schema: 'public' | 'sandbox'
  /** A value of the column `shop_id`. */
  shopId: string | number
  /** How many rows at most. */
  limit: number
}

/**
 * Deletes rows with this `shop_id` from whichever tables of the schema have the column: those with sealed columns
 * first, and then in reverse order of their names, so that a job goes before the rows that an upload still adds to it.
 * Call it in a transaction. Returns whether all are deleted.
 */
export async function deleteBatch(tx: Database, { schema, shopId, limit }: Batch): Promise<boolean> {
  // With an index, a batch costs the same however many rows were deleted before it.
  await tx.execute(sql`SET LOCAL enable_seqscan = off`)
  let left = limit
  for (const table of await tablesOf(tx, schema)) {
    const { rows } = await tx.execute(sql`
      WITH gone AS (
        DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE shop_id = ${shopId} LIMIT ${left}))
        RETURNING 1)
      SELECT count(*)::int AS count FROM gone`)
    left -= (rows as [{ count: number }])[0].count
    if (left === 0) return false
  }
  return true
}

async function tablesOf(tx: Database, schema: string) {
  const { rows } = await tx.execute<{ name: string }>(sql`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = ${schema}
    GROUP BY table_name
    HAVING bool_or(column_name = 'shop_id')
    ORDER BY bool_or(column_name LIKE '%\\_sealed' AND data_type = 'bytea') DESC, table_name DESC`)
  return rows.map(({ name }) => sql`${sql.identifier(schema)}.${sql.identifier(name)}`)
}
