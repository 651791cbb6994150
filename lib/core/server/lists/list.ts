import 'server-only'
import { and, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { relevance } from '../../paging'
import type { ShopContext } from '../context'
import { keysetPage, type Keyset } from './keyset'
import { countRows } from './total'
import { whereFound } from './where-found'
import type { Listed } from './listed'
import { listRanked } from './ranked'
import type { Source } from './source'
import { inTurn } from './turns'

type Query = {
  /** Filter without the search. */
  filtered: SQL
  q?: string
  /** By relevance if there is a search, else by `order`. */
  sort: string
  order: Keyset
  cursor?: string
  limit: number
  /** Identifies the count, with its shop (total.ts). */
  key: string
}

/** A page of a mirror's rows, sorted by a column or by relevance. */
export async function listRows<Row extends object>(
  context: ShopContext,
  source: Source<Row>,
  query: Query,
): Promise<Listed<Row>> {
  const { filtered, q } = query
  if (!q)
    return { ...(await listSorted(context, source, { ...query, where: filtered })), alike: false, best: null }
  return inTurn(context.signal, async () => {
    if (query.sort === relevance) return listRanked(context, source, { ...query, q })
    const { where, alike } = await whereFound(context, source, { filtered, q })
    const key = alike === null ? query.key : `${query.key} ${alike}`
    return {
      ...(await listSorted(context, source, { ...query, where, key })),
      alike: alike !== null,
      best: null,
    }
  })
}

async function listSorted<Row extends object>(
  { engine }: ShopContext,
  { table, columns }: Source<Row>,
  { where, order, ...query }: Query & { where: SQL },
): Promise<Omit<Listed<Row>, 'alike' | 'best'>> {
  const keyset = keysetPage(order, query)
  const [found, total] = await Promise.all([
    engine.db
      .select({
        ...(columns as Record<string, PgColumn>),
        cursor_value: sql<string>`${order.expression}::text`,
        cursor_id: table.id,
      })
      .from(table)
      .where(and(where, keyset.after))
      .orderBy(keyset.orderBy)
      .limit(keyset.take),
    countRows(engine.db, table, where, query),
  ])
  return {
    ...keyset.page(found as unknown as (Row & { cursor_value: string; cursor_id: string })[]),
    ...total,
  }
}
