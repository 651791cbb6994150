import 'server-only'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { rankedLimit } from '../../contracts/paging'
import type { ShopContext } from '../context'
import { keysetPage } from '../keyset'
import { rankOf, rankOfSimilar, resemblesWords, startsWith } from '../search'
import { countRows, type Total } from '../total'
import type { Listed } from './list'
import { containsAll, type Source } from './source'

/** What is searched for among which rows; `key` names what is counted (total.ts). */
type Search = { filtered: SQL; q: string; cursor?: string; limit: number; key: string }

/**
 * A page of what a search finds, the best first. Ranked is a bounded number of hits: of more than that, some that
 * come to hand and those that begin with what was searched for; the list ends behind them (`best` says after
 * how many), though `total` says how many there are. Sorted by a column, a list has all of them.
 */
export async function listRanked<Row extends object>(
  context: ShopContext,
  source: Source<Row>,
  search: Search,
): Promise<Listed<Row>> {
  const { filtered, q } = search
  const { table, lines } = source
  const where = and(filtered, containsAll(source, q)) as SQL
  const rank = rankOf(sql`text`, q, lines)
  const begins = and(filtered, startsWith(table.search, q)) as SQL
  const listed = await pageOf(context, source, { ...search, where, rank, begins })
  return listed.total === 0 ? listSimilar(context, source, search) : { ...listed, alike: false }
}

const nothing = {
  rows: [],
  next_cursor: null,
  prev_cursor: null,
  total: 0,
  total_exact: true,
  alike: false,
  best: null,
}

/** What only resembles what was searched for; nothing, where that cannot be asked. */
async function listSimilar<Row extends object>(
  context: ShopContext,
  source: Source<Row>,
  search: Search,
): Promise<Listed<Row>> {
  const { filtered, q, key } = search
  const resembles = resemblesWords(source.table.search, q)
  if (!resembles) return nothing
  const where = and(filtered, resembles) as SQL
  const rank = rankOfSimilar(sql`text`, q, source.lines)
  // What is only like it is counted by itself.
  const listed = await pageOf(context, source, { ...search, where, rank, key: `${key} alike` })
  return { ...listed, alike: listed.total > 0 }
}

/** `rank` is of a `text`; `begins`: of what is ranked before the hits that come to hand, where these are too many. */
type Ranking = Search & { where: SQL; rank: SQL; begins?: SQL }

/** A page of the hits by their rank, and, at the same time, how many there are. */
async function pageOf<Row extends object>(
  context: ShopContext,
  source: Source<Row>,
  ranking: Ranking,
): Promise<Omit<Listed<Row>, 'alike'>> {
  const [page, total] = await Promise.all([
    hitsOf(context, source, ranking),
    countRows(context.engine.db, source.table, ranking.where, ranking),
  ])
  return { ...page, ...total, best: total.total > rankedLimit ? rankedLimit : null }
}

async function hitsOf<Row extends object>(
  { engine, shop }: ShopContext,
  { table, columns }: Source<Row>,
  { where, rank, begins = sql`false`, ...page }: Ranking,
): Promise<Omit<Listed<Row>, keyof Total | 'alike' | 'best'>> {
  const order = { expression: sql`rank COLLATE "C"`, id: sql`hit`, type: 'text', descending: false } as const
  const keyset = keysetPage(order, { ...page, sort: 'relevance' })
  const texts = sql`SELECT ${table.id}, ${table.search} FROM ${table}`
  const shown = sql`(
    WITH found (hit, text) AS MATERIALIZED (${texts} WHERE ${where} LIMIT ${rankedLimit + 1}),
      beginning (hit, text) AS MATERIALIZED (
        ${texts} WHERE ${begins} AND (SELECT count(*) FROM found) > ${rankedLimit} LIMIT ${rankedLimit / 2}),
      hits AS (
        (SELECT * FROM beginning UNION ALL SELECT * FROM found WHERE hit NOT IN (SELECT hit FROM beginning))
        LIMIT ${rankedLimit}),
      ranked AS (SELECT hit, ${rank} AS rank FROM hits)
    SELECT * FROM ranked WHERE ${keyset.after} ORDER BY ${keyset.orderBy} LIMIT ${keyset.take}
  ) shown`
  const rows = await engine.db
    .select({ item: columns, cursor_value: sql<string>`rank`, cursor_id: sql<string>`hit` })
    .from(shown)
    .innerJoin(table, and(eq(table.shopId, shop.id), eq(table.id, sql`hit`)))
    .orderBy(keyset.orderBy)
  return keyset.page(rows.map(({ item, ...keyed }) => ({ ...(item as Row), ...keyed })))
}
