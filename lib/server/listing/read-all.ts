import 'server-only'
import { and, asc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ShopContext } from '../context'
import { keysetPage, type KeyedRow, type Keyset } from '../keyset'
import { SeenIds } from '../mirror/seen-ids'

const batchIds = 5000

type Source<Row> = {
  table: PgTable & Record<'shopId' | 'id', PgColumn>
  columns: { [Column in keyof Row]: PgColumn | SQL.Aliased }
}

type Selection<Row> = {
  /** Which rows; says of which shop, too. */
  where: SQL
  order: Keyset
  batchRows: number
  /** Those of them that come before all others, in an order of their own. */
  first?: Row[]
}

/**
 * All rows that match, in order, batch by batch, so that any number takes no more memory than a batch (and 24 bytes a
 * row). Each is there once: one that changes its place meanwhile, such as by a sale, is not passed over, but may come
 * last.
 */
export async function* readAll<Row extends { id: string }>(
  context: ShopContext,
  source: Source<Row>,
  selection: Selection<Row>,
): AsyncGenerator<Row[], void> {
  const { first = [] } = selection
  const seen = new SeenIds()
  const unseen = (rows: Row[]): Row[] => {
    const fresh = rows.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    return fresh
  }
  if (first.length > 0) yield unseen(first)
  for await (const rows of inOrder(context, source, selection)) yield unseen(rows)
  for await (const rows of passedOver(context, source, selection, seen)) yield unseen(rows)
}

async function* inOrder<Row extends object>(
  { engine }: ShopContext,
  { table, columns }: Source<Row>,
  { where, order, batchRows }: Selection<Row>,
): AsyncGenerator<Row[], void> {
  for (let cursor: string | undefined; ;) {
    const keyset = keysetPage(order, { sort: 'all', cursor, limit: batchRows })
    const found = await engine.db
      .select({
        ...(columns as Record<string, PgColumn>),
        cursor_value: sql<string>`${order.expression}::text`,
        cursor_id: table.id,
      })
      .from(table)
      .where(and(where, keyset.after))
      .orderBy(keyset.orderBy)
      .limit(keyset.take)
    const { rows, next_cursor: next } = keyset.page(found as unknown as (Row & KeyedRow)[])
    yield rows
    if (next === null) return
    cursor = next
  }
}

/** What was still to come when it moved to a place that was passed already. */
async function* passedOver<Row extends object>(
  { engine, shop }: ShopContext,
  { table, columns }: Source<Row>,
  { where }: Selection<Row>,
  seen: SeenIds,
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
