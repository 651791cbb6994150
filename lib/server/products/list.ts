import 'server-only'
import { and, sql, type SQL } from 'drizzle-orm'
import { relevance } from '../../contracts/paging'
import type { ProductListQuery, ProductPage } from '../../contracts/product'
import type { ShopContext } from '../context'
import { keysetPage } from '../keyset'
import { marksIn } from '../marks'
import { products } from '../tables/products'
import { countRows, type Total } from '../total'
import { isFiltered } from './filters'
import { itemColumns, toItem } from './item'
import { orderOf } from './orders'
import { listRanked } from './ranked'
import { isFound, mostSimilar } from './search'
import { lastSync, syncInBackground } from './sync'

type Row = Parameters<typeof toItem>[0]
export type Listed = {
  rows: Row[]
  next_cursor: string | null
  prev_cursor: string | null
  /** Nothing has what was searched for; these are like it. */
  alike: boolean
} & Total

/**
 * A page of the shop's products, from the mirror: it answers when the gateway does not. A mirror that has
 * grown stale is brought up to date in the background; who looks is told by a live event.
 */
export async function listProducts(context: ShopContext, query: ProductListQuery): Promise<ProductPage> {
  const { q } = query
  const [{ rows, ...page }, synced] = await Promise.all([list(context, query), lastSync(context)])
  syncInBackground(context, synced)
  return {
    items: rows.map((row) => (q ? withMarks(row, q) : toItem(row))),
    ...page,
    synced_at: synced.syncedAt?.toISOString() ?? null,
  }
}

async function list(context: ShopContext, query: ProductListQuery): Promise<Listed> {
  const { sort, cursor, limit, q, ...filters } = query
  const filtered = isFiltered(context.shop.id, filters)
  const page = { cursor, limit, key: JSON.stringify(['products', context.shop.id, q, filters]) }
  if (q && sort === relevance) return listRanked(context, filtered, { ...page, q })
  const { where, alike } = q ? await isFound(context, filtered, q) : { where: filtered, alike: false }
  const found = await listSorted(context, where, { ...page, sort: sort === relevance ? '-updated_at' : sort })
  return { ...found, alike, total_exact: found.total_exact && !(alike && found.total >= mostSimilar) }
}

type Sort = Exclude<ProductListQuery['sort'], typeof relevance>
type Page = { sort: Sort; cursor?: string; limit: number; key: string }

async function listSorted({ engine }: ShopContext, where: SQL, query: Page): Promise<Omit<Listed, 'alike'>> {
  const order = orderOf(query.sort)
  const keyset = keysetPage(order, query)
  const [found, total] = await Promise.all([
    engine.db
      .select({
        ...itemColumns,
        cursor_value: sql<string>`${order.expression}::text`,
        cursor_id: products.id,
      })
      .from(products)
      .where(and(where, keyset.after))
      .orderBy(keyset.orderBy)
      .limit(keyset.take),
    countRows(engine.db, products, where, query.key),
  ])
  return { ...keyset.page(found), ...total }
}

function withMarks(row: Row, q: string): ProductPage['items'][number] {
  const item = toItem(row)
  const marks = {
    name: marksIn(item.name, q),
    description: marksIn(item.description, q),
    id: marksIn(item.id, q),
  }
  return { ...item, marks }
}
