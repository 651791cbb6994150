import 'server-only'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { rankedLimit } from '../../contracts/paging'
import type { ShopContext } from '../context'
import { keysetPage } from '../keyset'
import { rankOf, rankOfSimilar, startsWith } from '../search'
import { countRows } from '../total'
import type { Listed } from './list'
import { resemblances } from './resemblances'
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
  const isRare = source.contains?.(q) !== undefined
  const listed = await pageOf(context, source, {
    ...search,
    where,
    rank,
    begins: isRare ? undefined : begins,
    isRare,
  })
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

/** What only resembles what was searched for, as near as there is something; nothing, where that cannot be asked. */
async function listSimilar<Row extends object>(
  context: ShopContext,
  source: Source<Row>,
  search: Search,
): Promise<Listed<Row>> {
  const { filtered, q, key } = search
  const rank = rankOfSimilar(sql`text`, q, source.lines)
  for await (const resembles of resemblances(context, source, q)) {
    const where = and(filtered, resembles) as SQL
    // What is only like it is counted by itself.
    const counted = { key: `${key} alike`, fewHitsMs: fewAlikeMs }
    const listed = await pageOf(context, source, { ...search, where, rank, ...counted })
    if (listed.total > 0) return { ...listed, alike: true }
  }
  return nothing
}

/**
 * `rank` is of a `text`; `begins`: of what is ranked before the hits that come to hand, where these are too many;
 * `isRare`: few have it. `fewHitsMs`: by then, a few are there.
 */
type Ranking = Search & { where: SQL; rank: SQL; begins?: SQL; isRare?: boolean; fewHitsMs?: number }

/** By then a few hits are there, or a few that are only alike; many take longer, and are better counted meanwhile. */
const [fewHitsMs, fewAlikeMs] = [10, 40]

/**
 * A page of the hits by their rank, and how many there are. Of few, their statement says that, too; it counts again
 * where they are more than it ranks, or let wait for them.
 */
async function pageOf<Row extends object>(
  context: ShopContext,
  source: Source<Row>,
  ranking: Ranking,
): Promise<Omit<Listed<Row>, 'alike'>> {
  const count = () => countRows(context.engine.db, source.table, ranking.where, ranking)
  const hits = hitsOf(context, source, ranking)
  const isFew = ranking.isRare || (await isThere(hits, ranking.fewHitsMs ?? fewHitsMs))
  const meanwhile = isFew ? null : count()
  const [{ found, ...page }, counted] = await Promise.all([hits, meanwhile])
  const isAll = found !== null && found <= rankedLimit
  const total = counted ?? (isAll ? { total: found, total_exact: true } : await count())
  return { ...page, ...total, best: total.total > rankedLimit ? rankedLimit : null }
}

/** Whether it has come, or failed, by then. */
function isThere(awaited: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), ms)
    const settle = () => {
      clearTimeout(late)
      resolve(true)
    }
    awaited.then(settle, settle)
  })
}

type Hits<Row> = Pick<Listed<Row>, 'rows' | 'next_cursor' | 'prev_cursor'> & {
  /** How many were found, up to one more than are ranked; null where no row says so. */
  found: number | null
}

async function hitsOf<Row extends object>(
  { engine, shop }: ShopContext,
  { table, columns }: Source<Row>,
  { where, rank, begins = sql`false`, ...page }: Ranking,
): Promise<Hits<Row>> {
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
