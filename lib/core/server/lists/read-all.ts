import 'server-only'
import { and, asc, eq, gt, inArray, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ShopContext } from '../context'
import { IdSet } from '../mirror/id-set'
import { readPage, type Keyset } from './keyset'

const batchIds = 5000

type Source<Row> = {
  table: PgTable & Record<'shopId' | 'id', PgColumn>
  columns: { [Column in keyof Row]: PgColumn | SQL.Aliased }
}

type Selection<Row> = {
  /** The condition, shop included. */
  where: SQL
  order: Keyset
  batchRows: number
  /** Rows that come first, in their own order. */
  first?: Row[]
}

/**
 * Yields all matching rows in order, batch by batch, with the memory of one batch and 24 bytes per row. Each row
 * comes once. A row whose sort value changes meanwhile is not lost, but may come last.
 */
export async function* readAll<Row extends { id: string }>(
  context: ShopContext,
  source: Source<Row>,
  selection: Selection<Row>,
): AsyncGenerator<Row[], void> {
  const { first = [] } = selection
  const seen = new IdSet()
  const unseen = (rows: Row[]): Row[] => {
    const fresh = rows.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    return fresh
  }
  if (first.length > 0) yield unseen(first)
  for await (const rows of inOrder(context, source, selection)) yield unseen(rows)
  for await (const rows of missedRows(context, source, selection, seen)) yield unseen(rows)
}

async function* inOrder<Row extends object>(
  { engine }: ShopContext,
  source: Source<Row>,
  { where, order, batchRows }: Selection<Row>,
): AsyncGenerator<Row[], void> {
  for (let cursor: string | undefined; ;) {
    const query = { where, order, sort: 'all', cursor, limit: batchRows }
    const { rows, next_cursor: next } = await readPage(engine.db, source, query)
    yield rows
    if (next === null) return
    cursor = next
  }
}

/** Rows that moved to a position that was already read. */
async function* missedRows<Row extends object>(
  { engine, shop }: ShopContext,
  { table, columns }: Source<Row>,
  { where }: Selection<Row>,
  seen: IdSet,
): AsyncGenerator<Row[], void> {
  for (let after = ''; ;) {
    const page = (await engine.db
      .select({ id: table.id })
      .from(table)
      .where(and(where, gt(table.id, after)))
      .orderBy(asc(table.id))
      .limit(batchIds)) as { id: string }[]
    const ids = page.map(({ id }) => id).filter((id) => !seen.has(id))
    if (ids.length > 0) {
      const rows = await engine.db
        .select(columns as Record<string, PgColumn>)
        .from(table)
        .where(and(eq(table.shopId, shop.id), inArray(table.id, ids)))
      yield rows as unknown as Row[]
    }
    const last = page.at(-1)
    if (!last || page.length < batchIds) return
    after = last.id
  }
}
