import 'server-only'
import { and, inArray, sql, type SQL } from 'drizzle-orm'
import { rankedLimit } from '../../contracts/paging'
import type { ShopContext } from '../context'
import { keysetPage } from '../keyset'
import { beginsWith, containsWords, rankOf, rankOfSimilar } from '../search'
import { products } from '../tables/products'
import { countRows, type Total } from '../total'
import { itemColumns } from './item'
import type { Listed } from './list'
import { productSearchLines } from './mirror'
import { findSimilar, mostSimilar } from './search'

/** `key` names what is counted (total.ts). */
type Page = { q: string; cursor?: string; limit: number; key: string }

/**
 * A page of what a search finds, the best first. Ranked is a bounded number of hits: of more than that, those
 * whose name begins with what was searched for and as many others as there is room for; the list ends behind
 * them, though `total` says how many there are. Sorted by a column, a list has all of them.
 */
export async function listRanked(context: ShopContext, filtered: SQL, page: Page): Promise<Listed> {
  const { db } = context.engine
  const contains = and(filtered, containsWords([products.search], page.q)) as SQL
  const ranked = (where: SQL, limit: number) => sql`
    (SELECT ${products.id} AS id, ${rankOf(products.search, page.q, productSearchLines)} AS rank
     FROM ${products} WHERE ${where} LIMIT ${limit})`
  const narrow = ranked(contains, rankedLimit + 1)
  const first = await pageOf(context, narrow, page)
  if (first.count > rankedLimit) {
    const { key } = page
    const begins = beginsWith(products.search, page.q)
    const best = ranked(and(filtered, begins) as SQL, rankedLimit / 2)
    const others = ranked(and(contains, sql`NOT ${begins}`) as SQL, rankedLimit)
    const broad = sql`${best} UNION ALL ${others} LIMIT ${rankedLimit}` // One after the other.
    const [{ count: _, ...found }, total] = await Promise.all([
      pageOf(context, broad, page),
      countRows(db, products, contains, key),
    ])
    return { ...found, ...total, alike: false }
  }
  if (first.count > 0) return exactly(first)
  const similar = await findSimilar(context, filtered, page.q)
  const ranks = similar.map((_, position) => rankOfSimilar(position))
  const alike = sql`SELECT * FROM unnest(${sql.param(similar)}::text[], ${sql.param(ranks)}::text[])`
  if (similar.length === 0) return exactly(first)
  const found = exactly(await pageOf(context, alike, page))
  return { ...found, alike: true, total_exact: similar.length < mostSimilar }
}

type Found = Omit<Listed, keyof Total | 'alike'> & { count: number }

const exactly = ({ count, ...found }: Found): Listed => ({
  ...found,
  alike: false,
  total: count,
  total_exact: true,
})

/** A page of `hits`, a statement for IDs and ranks, and how many hits there are. */
async function pageOf({ engine, shop }: ShopContext, hits: SQL, page: Page): Promise<Found> {
  const order = { expression: sql`rank COLLATE "C"`, id: sql`id`, type: 'text', descending: false } as const
  const keyset = keysetPage(order, { ...page, sort: 'relevance' })
  const { rows: found } = await engine.db.execute<{ count: number; id: string | null; rank: string }>(sql`
    WITH hits (id, rank) AS MATERIALIZED (${hits})
    SELECT counted.count, shown.* FROM (SELECT count(*)::int AS count FROM hits) counted
    LEFT JOIN (SELECT * FROM hits WHERE ${keyset.after} ORDER BY ${keyset.orderBy} LIMIT ${keyset.take}) shown ON true
    ORDER BY ${keyset.orderBy}`)
  const keyed = found.flatMap(({ id, rank }) => (id === null ? [] : [{ cursor_value: rank, cursor_id: id }]))
  const { rows, ...cursors } = keyset.page(keyed)
  const ids = rows.map(({ cursor_id }) => cursor_id)
  const items =
    ids.length === 0
      ? []
      : await engine.db
          .select(itemColumns)
          .from(products)
          .where(and(sql`${products.shopId} = ${shop.id}`, inArray(products.id, ids)))
  const byId = new Map(items.map((item) => [item.id, item]))
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), ...cursors, count: found[0]?.count ?? 0 }
}
