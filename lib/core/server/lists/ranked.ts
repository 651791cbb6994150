import 'server-only'
import { and, eq, or, sql, type SQL } from 'drizzle-orm'
import { singleton } from '../../../db/singleton'
import { exactTotalLimit, rankedLimit } from '../../lists/paging'
import type { ShopContext } from '../context'
import { AppError } from '../errors'
import { rankOf, rankOfSimilar, splitLines, startsWith } from '../search/search'
import { openPart } from '../search/searched-text'
import { keysetPage } from './keyset'
import { type Listed, countRows, earlierEstimate, totalOf } from './total'
import { containsAll, textOf, type Source } from './source'
import { resemblances } from './words'

/** `key` identifies the count (total.ts). */
type Search = { filtered: SQL; q: string; similar?: 'include'; cursor?: string; limit: number; key: string }

/**
 * A page of search results by relevance. Only a limited number of hits is ranked: if there are more, those that begin
 * with the query and arbitrary others. The list ends after them (`best`), while `total` counts all. Sorted by a column,
 * a list has all hits.
 */
export async function listRanked<Row extends object>(
  context: ShopContext,
  source: Source<Row>,
  search: Search,
): Promise<Listed<Row>> {
  const { filtered, q } = search
  const where = and(filtered, containsAll(source, q)) as SQL
  const whereBegins = and(filtered, startsWith(textOf(source), q)) as SQL
  const listed = await pageOf(context, source, {
    ...search,
    where,
    rank: rankOf(q, source.lines),
    begins: whereBegins,
  })
  const isEnough = listed.total > 0 && !search.similar
  const similar = isEnough ? null : await listSimilar(context, source, search, listed.total)
  return similar ?? { ...listed, alike: false }
}

/** Similar rows, after the `exact` ones that match. Null: there are no others. */
async function listSimilar<Row extends object>(
  context: ShopContext,
  source: Source<Row>,
  search: Search,
  exact: number,
): Promise<Listed<Row> | null> {
  const { filtered, q, key } = search
  const rank = rankOfSimilar(sql`text`, q, source.lines)
  for await (const { resembles, name } of resemblances(context, source, q)) {
    const where = and(filtered, exact === 0 ? resembles : or(containsAll(source, q), resembles)) as SQL
    const listed = await pageOf(context, source, { ...search, where, rank, key: `${key} ${name}` })
    if (listed.total > exact) return { ...listed, alike: true }
  }
  return null
}

/**
 * `rank`: an expression of a `text` and its `line`s. `whereBegins`: rows that are ranked first if there are too many hits.
 */
type Ranking = Search & { where: SQL; rank: SQL; begins?: SQL }

/**
 * A page of the hits by rank, with their number. One query finds and counts them, up to the limit of exact totals. If
 * the number was estimated before, it reads only as many as are ranked.
 */
async function pageOf<Row extends object>(
  context: ShopContext,
  source: Source<Row>,
  ranking: Ranking,
): Promise<Omit<Listed<Row>, 'alike'>> {
  const { db } = context.engine
  const estimated = earlierEstimate(ranking.key)
  const most = estimated === null ? exactTotalLimit : rankedLimit
  const { found, ...page } = await hitsOf(context, source, { ...ranking, most })
  const { where, key } = ranking
  const count = () =>
    found === null
      ? countRows(db, source.table, where, { key })
      : totalOf(db, source.table, where, { key, found })
  // The estimate may be out of date.
  const isEstimate = estimated !== null && found !== null && found > most
  const total = isEstimate ? estimated : await count()
  return { ...page, ...total, best: total.total > rankedLimit ? rankedLimit : null }
}

type Hits<Row> = Pick<Listed<Row>, 'rows' | 'next_cursor' | 'prev_cursor'> & {
  /** Number found, at most `most` plus one; null if the page is empty and does not show it. */
  found: number | null
}

async function hitsOf<Row extends object>(
  { engine, shop }: ShopContext,
  source: Source<Row>,
  { where, rank, begins = sql`false`, most, ...page }: Ranking & { most: number },
): Promise<Hits<Row>> {
  const { table, columns } = source
  const order = {
    expression: sql`rank COLLATE "C"`,
    id: sql`hit`,
    type: 'text',
    isDescending: false,
  } as const
  const keyset = keysetPage(order, { ...page, sort: 'relevance' })
  const texts = sql`SELECT ${table.id}, ${openPart(textOf(source))} FROM ${table}`
  const shown = sql`(
    WITH found (hit, text) AS MATERIALIZED (${texts} WHERE ${where} LIMIT ${most + 1}),
      beginning (hit, text) AS MATERIALIZED (
        ${texts} WHERE ${begins} AND (SELECT count(*) FROM found) > ${rankedLimit} LIMIT ${rankedLimit / 2}),
      hits AS (
        (SELECT * FROM beginning UNION ALL SELECT * FROM found WHERE hit NOT IN (SELECT hit FROM beginning))
        LIMIT ${rankedLimit}),
      split AS MATERIALIZED (SELECT hit, text, ${splitLines(sql`text`)} FROM hits),
      ranked AS (SELECT hit, ${rank} AS rank FROM split)
    SELECT *, (SELECT count(*)::int FROM found) AS found FROM ranked
    WHERE ${keyset.after} ORDER BY ${keyset.orderBy} LIMIT ${keyset.take}
  ) shown`
  const rows = await engine.db
    .select({
      item: columns,
      cursor_value: sql<string>`rank`,
      cursor_id: sql<string>`hit`,
      found: sql<number>`found`,
    })
    .from(shown)
    .innerJoin(table, and(eq(table.shopId, shop.id), eq(table.id, sql`hit`)))
    .orderBy(keyset.orderBy)
  const keyed = rows.map(({ item, cursor_value, cursor_id }) => ({
    ...(item as Row),
    cursor_value,
    cursor_id,
  }))
  const found = rows[0]?.found ?? (page.cursor === undefined ? 0 : null)
  return { ...keyset.page(keyed), found }
}

/** Each search runs two statements. The rest of the connections (db/connection/pool.ts) stays free for other requests. */
const maxConcurrentSearches = 3

type SearchSlots = { running: number; waiting: (() => void)[] }
const turns = singleton<SearchSlots>('search-turns')

/**
 * Runs a search when a place is free. Each typed letter starts a search, so a search whose client gave up while it
 * waited is not run.
 * @throws AppError `request_cancelled`
 */
export async function withSearchSlot<Result>(
  signal: AbortSignal | undefined,
  search: () => Promise<Result>,
): Promise<Result> {
  if (!turns.peek()) turns.set({ running: 0, waiting: [] })
  const all = turns.get()
  if (all.running >= maxConcurrentSearches) await new Promise<void>((resolve) => all.waiting.push(resolve))
  else all.running++
  try {
    if (signal?.aborted) throw new AppError('request_cancelled')
    return await search()
  } finally {
    // The place passes to the search that waited longest.
    const next = all.waiting.shift()
    if (next) next()
    else all.running--
  }
}
