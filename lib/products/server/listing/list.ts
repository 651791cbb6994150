import 'server-only'
import { and, eq, gte, inArray, isNotNull, isNull, lte, sql, type SQL, asc } from 'drizzle-orm'
import type { WithSimilar } from '../../../core/lists/list'
import { relevance, type SortOf } from '../../../core/lists/paging'
import type { ShopContext } from '../../../core/server/context'
import { type Keyset, countLimit, totalOf } from '../../../core/server/lists/keyset'
import { listRows } from '../../../core/server/lists/list'
import type { Source } from '../../../core/server/lists/source'
import { freshnessOf } from '../../../core/server/mirror/keep-fresh'
import { markerOf, type Marker } from '../../../core/server/search/marks'
import {
  type ProductItem,
  type ProductListQuery,
  type ProductPage,
  type ProductQuery,
  soonDays,
  type Radar,
} from '../../schema'
import { type AttentionKind, lowStock } from '../../state'
import { indexed } from '../mirror/columns'
import { products } from '../tables'
import { toItem, itemColumns } from './item'
import { lastSync, syncInBackground, productSearchLines } from '../mirror/mirror'
import { stateOrder, whereState } from '../changing/settle'
import type { productList } from '../../filters'

/**
 * Returns a page from the mirror, which also works while the gateway is down. Syncs a stale mirror in the background.
 */
export async function listProducts(
  context: ShopContext,
  query: WithSimilar<ProductListQuery>,
): Promise<ProductPage> {
  const { q } = query
  const [{ rows, ...page }, synced] = await Promise.all([list(context, query), lastSync(context)])
  syncInBackground(context, synced)
  const marks = q ? markerOf(q, page) : null
  return {
    items: rows.map((row) => (marks ? withMarks(row, marks) : toItem(row))),
    ...page,
    ...freshnessOf(synced),
  }
}

function list(
  context: ShopContext,
  { sort, q, similar, cursor, limit, ...filters }: WithSimilar<ProductListQuery>,
) {
  return listRows(context, productSource, {
    filtered: whereFiltered(context.shop.id, filters),
    q,
    similar,
    sort,
    order: orderOf(sort === relevance ? '-updated_at' : sort),
    cursor,
    limit,
    key: countKey(context, q, filters),
  })
}

/** What one count is of. */
export const countKey = ({ shop }: ShopContext, q: string | undefined, filters: object): string =>
  JSON.stringify(['products', shop.id, q, filters])

function withMarks(row: Parameters<typeof toItem>[0], marks: Marker): ProductPage['items'][number] {
  const item = toItem(row)
  return {
    ...item,
    marks: { name: marks(item.name), description: marks(item.description), id: marks(item.id) },
  }
}

export const productSource: Source<Parameters<typeof toItem>[0]> = {
  resource: 'products',
  table: products,
  columns: itemColumns,
  lines: productSearchLines,
}

const { infinite, quantity } = products

const whereStock: Record<NonNullable<ProductQuery['stock']>, SQL> = {
  unlimited: sql`${infinite} IS TRUE`,
  low: sql`${indexed.stock} BETWEEN 1 AND ${sql.raw(String(lowStock))}`,
  out: sql`(${infinite} IS NOT TRUE AND ${quantity} IS NOT NULL AND ${indexed.stock} <= 0)`,
}

const archivedConditions: Record<NonNullable<ProductQuery['archived']>, SQL | undefined> = {
  exclude: and(isNull(products.archivedAt), isNull(products.vanishedAt)),
  // Archived products stay visible after they vanish at the gateway.
  only: isNotNull(products.archivedAt),
  include: sql`(${products.vanishedAt} IS NULL OR ${products.archivedAt} IS NOT NULL)`,
}

/** Returns the condition for a query without its search text. */
export function whereFiltered(shopId: string, query: ProductQuery): SQL {
  const now = new Date()
  const { state, test, currency, stock, transaction_type: type, archived = 'exclude', attention } = query
  const { amount_from: least, amount_to: most, id: ids } = query
  const conditions = [
    eq(products.shopId, shopId),
    archivedConditions[archived],
    state &&
      sql`(${sql.join(
        state.map((one) => whereState(one, now)),
        sql` OR `,
      )})`,
    test === undefined ? undefined : test ? sql`${products.test} IS TRUE` : sql`${products.test} IS NOT TRUE`,
    currency && inArray(indexed.currency, currency),
    least === undefined ? undefined : gte(products.amount, least),
    most === undefined ? undefined : lte(products.amount, most),
    stock && whereStock[stock],
    type && eq(products.transactionType, type),
    attention && whereAttention(attention, now),
    ids && inArray(products.id, ids),
  ]
  return and(...conditions) as SQL
}

type Sort = SortOf<(typeof productList)['sortColumns']>
type Column = (typeof productList)['sortColumns'][number]

/** An index serves each of these. */
const orders: Record<Exclude<Column, 'state'>, Pick<Keyset, 'expression' | 'type'>> = {
  id: { expression: indexed.id, type: 'text' },
  name: { expression: indexed.name, type: 'text' },
  currency: { expression: indexed.currency, type: 'text' },
  amount: { expression: indexed.price, type: 'text' },
  quantity: { expression: indexed.stock, type: 'bigint' },
  expired_at: { expression: indexed.expiry, type: 'timestamptz' },
  transaction_type: { expression: indexed.type, type: 'text' },
  created_at: { expression: indexed.created, type: 'timestamptz' },
  updated_at: { expression: indexed.updated, type: 'timestamptz' },
}

/** No index can serve the state, as it depends on the time: sorting a million products takes about a second. */
export function orderOf(sort: Sort): Keyset {
  const column = sort.replace(/^-/, '') as Column
  const order =
    column === 'state' ? ({ expression: stateOrder(new Date()), type: 'bigint' } as const) : orders[column]
  return { ...order, id: sql`${products.id}`, isDescending: sort.startsWith('-') }
}

/** Returns whether an index serves this order, so that each batch of a long list costs as much as the first. */
export const isIndexed = (sort: Sort): boolean => !/^-?state$/.test(sort)

/** Returns the products in the order of the IDs. Leaves out unknown ones. */
export async function productsByIds(
  { engine, shop }: ShopContext,
  ids: readonly string[],
): Promise<ProductItem[]> {
  const wanted = [...new Set(ids)].filter((id) => !id.includes('\0'))
  if (wanted.length === 0) return []
  const rows = await engine.db
    .select(itemColumns)
    .from(products)
    .where(and(eq(products.shopId, shop.id), inArray(products.id, wanted)))
  const found = new Map(rows.map((row) => [row.id, toItem(row)]))
  return wanted.flatMap((id) => found.get(id) ?? [])
}

/**
 * Returns the condition for products that need attention at `now`, with the expressions of the list's indexes. Unlimited
 * stock and no expiry exceed every bound.
 */
function whereAttention(kind: AttentionKind, now: Date): SQL {
  const at = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`
  const [start, soon] = [at(now.valueOf()), at(now.valueOf() + soonDays * 86_400_000)]
  const payable = sql`NOT ${whereState('expired', now)}`
  const conditions: Record<AttentionKind, SQL> = {
    expiring: sql`(${products.immortal} IS NOT TRUE AND ${indexed.expiry} > ${start} AND ${indexed.expiry} <= ${soon})`,
    stock: sql`((${indexed.stock}) BETWEEN 0 AND ${sql.raw(String(lowStock))} AND ${payable})`,
    test: sql`(${products.test} IS TRUE AND ${payable})`,
  }
  return conditions[kind]
}

const shownItems = 5

/** Returns products that expire soon, sell out soon, or take no money, from the mirror. */
export async function radarOf(context: ShopContext): Promise<Radar> {
  const synced = await lastSync(context)
  syncInBackground(context, synced)
  const nothing = { items: [], total: 0, total_exact: true }
  return {
    expiring: await urgent(context, 'expiring', indexed.expiry),
    stock: await urgent(context, 'stock', sql`(${indexed.stock})`),
    // In the sandbox no product takes money.
    test: context.shop.mode === 'live' ? await urgent(context, 'test', sql`${products.name}`) : nothing,
    synced_at: synced.syncedAt?.toISOString() ?? null,
  }
}

async function urgent({ engine: { db }, shop }: ShopContext, kind: AttentionKind, order: SQL) {
  const whereListed = and(
    eq(products.shopId, shop.id),
    isNull(products.vanishedAt),
    isNull(products.archivedAt),
    whereAttention(kind, new Date()),
  )
  const rows = await db
    .select(itemColumns)
    .from(products)
    .where(whereListed)
    .orderBy(order, asc(products.id))
    .limit(shownItems)
  if (rows.length < shownItems) return { items: rows.map(toItem), ...totalOf(rows.length) }
  const counted = db
    .select({ one: sql`1` })
    .from(products)
    .where(whereListed)
    .limit(countLimit)
    .as('counted')
  const [count] = await db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(counted)
  return { items: rows.map(toItem), ...totalOf(count?.count ?? 0) }
}
