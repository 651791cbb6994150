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
  const { filtered, q, key } = search
  const contains = and(filtered, containsAll(source, q)) as SQL
  const rank = rankOf(source.table.search, q, source.lines)
  const found = ranked(source, { where: contains, rank, limit: rankedLimit + 1 })
  const isBroad = sql`(SELECT count(*) FROM found) > ${rankedLimit}`
  const begins = sql`${filtered} AND ${startsWith(source.table.search, q)} AND ${isBroad}`
  const hits = sql`
    WITH beginning AS MATERIALIZED (${ranked(source, { where: begins, rank, limit: rankedLimit / 2 })})
    (SELECT * FROM beginning UNION ALL SELECT * FROM found WHERE hit NOT IN (SELECT hit FROM beginning))
    LIMIT ${rankedLimit}`
  const listed = await pageOf(context, source, { found, hits, ...search })
  if (listed.count === 0) return listSimilar(context, source, search)
  return withTotal(context, source, { listed, where: contains, key })
}

/** What only resembles what was searched for; nothing, where that cannot be asked. */
async function listSimilar<Row extends object>(
  context: ShopContext,
  source: Source<Row>,
  search: Search,
): Promise<Listed<Row>> {
  const { filtered, q, key } = search
  const resembles = resemblesWords(source.table.search, q) ?? sql`false`
  const where = and(filtered, resembles) as SQL
  const rank = rankOfSimilar(source.table.search, q, source.lines)
  const found = ranked(source, { where, rank, limit: rankedLimit + 1 })
  const hits = sql`SELECT * FROM found LIMIT ${rankedLimit}`
  const listed = await pageOf(context, source, { found, hits, ...search })
  return { ...(await withTotal(context, source, { listed, where, key })), alike: listed.count > 0 }
}

/** IDs and ranks of so many rows. */
const ranked = (
  { table }: Pick<Source<object>, 'table'>,
  { where, rank, limit }: { where: SQL; rank: SQL; limit: number },
): SQL => sql`SELECT ${table.id} AS hit, ${rank} AS rank FROM ${table} WHERE ${where} LIMIT ${limit}`

type Counted<Row> = { listed: Found<Row>; where: SQL; key: string }

/** Of more than can be ranked, how many there are is counted, or estimated. */
async function withTotal<Row extends object>(
  { engine }: ShopContext,
  { table }: Source<Row>,
  { listed: { count, ...found }, where, key }: Counted<Row>,
): Promise<Listed<Row>> {
  const isBroad = count > rankedLimit
  const total = isBroad
    ? await countRows(engine.db, table, where, { key, isMany: true })
    : { total: count, total_exact: true }
  return { ...found, ...total, alike: false, best: isBroad ? rankedLimit : null }
}

type Found<Row> = Omit<Listed<Row>, keyof Total | 'alike' | 'best'> & { count: number }

/** Statements for IDs (`hit`) and ranks; the hits are what was found, unless told which. */
type Ranking = { found: SQL; hits?: SQL; cursor?: string; limit: number }

/** A page of the hits, and how many were found. */
async function pageOf<Row extends object>(
  { engine, shop }: ShopContext,
  { table, columns }: Source<Row>,
  { found, hits, ...page }: Ranking,
): Promise<Found<Row>> {
  const order = { expression: sql`rank COLLATE "C"`, id: sql`hit`, type: 'text', descending: false } as const
  const keyset = keysetPage(order, { ...page, sort: 'relevance' })
  const shown = sql`(
    WITH found (hit, rank) AS MATERIALIZED (${found}),
      hits (hit, rank) AS MATERIALIZED (${hits ?? sql`SELECT * FROM found`})
    SELECT counted.count, shown.hit, shown.rank FROM (SELECT count(*)::int AS count FROM found) counted
    LEFT JOIN (SELECT * FROM hits WHERE ${keyset.after} ORDER BY ${keyset.orderBy} LIMIT ${keyset.take}) shown ON true
  ) shown`
  const rows = await engine.db
    .select({
      item: columns,
      count: sql<number>`count`,
      cursor_value: sql<string>`rank`,
      cursor_id: sql<string | null>`hit`,
    })
    .from(shown)
    .leftJoin(table, and(eq(table.shopId, shop.id), eq(table.id, sql`hit`)))
    .orderBy(keyset.orderBy)
  const keyed = rows.flatMap(({ item, cursor_value, cursor_id }) =>
    item === null || cursor_id === null ? [] : [{ ...(item as Row), cursor_value, cursor_id }],
  )
  return { ...keyset.page(keyed), count: rows[0]?.count ?? 0 }
}
