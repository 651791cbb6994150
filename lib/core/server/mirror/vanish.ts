import 'server-only'
import { sql } from 'drizzle-orm'
import type { ShopContext } from '../context'
import type { Lease } from './lease'
import type { MirrorTable } from './mirror'
import type { SeenIds } from './seen-ids'

/** IDs looked at in one statement. */
const pageRows = 2000

/**
 * Marks rows that a complete list did not have. Rows written after it was asked for are not marked: the list was
 * older. Returns how many are gone. @throws LeaseLost
 */
export async function markVanished(
  { engine, shop }: ShopContext,
  table: MirrorTable,
  lease: Lease,
  seen: SeenIds,
): Promise<number> {
  const older = sql`${table.shopId} = ${shop.id} AND ${table.vanishedAt} IS NULL
    AND greatest(${table.syncedAt}, ${table.submittedAt}) < ${lease.startedAt.toISOString()}::timestamptz`
  let after = ''
  let count = 0
  for (;;) {
    const { rows } = await engine.db.execute<{ id: string }>(
      sql`SELECT id FROM ${table} WHERE ${older} AND ${table.id} > ${after} ORDER BY ${table.id} LIMIT ${pageRows}`,
    )
    const gone = rows.map(({ id }) => id).filter((id) => !seen.has(id))
    if (gone.length > 0) {
      await engine.db.transaction(async (tx) => {
        await lease.keep(tx)
        await tx.execute(sql`
          UPDATE ${table} SET vanished_at = ${lease.startedAt.toISOString()}::timestamptz
          WHERE ${older} AND ${table.id} = ANY(${sql.param(gone)}::text[])`)
      })
      count += gone.length
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageRows) return count
    after = last.id
    await lease.keepAlive()
  }
}
