import 'server-only'
import { relevance } from '../../core/paging'
import type { ProductListQuery, ProductPage } from '../schema'
import type { ShopContext } from '../../core/server/context'
import { listRows } from '../../core/server/lists/list'
import { markerOf, type Marker } from '../../core/server/search/marks'
import { freshnessOf } from '../../core/server/mirror/keep-fresh'
import { isFiltered } from './filters'
import { toItem } from './item'
import { orderOf } from './orders'
import { productSource } from './source'
import { lastSync, syncInBackground } from './sync'

/**
 * A page of the shop's products, from the mirror: it answers when the gateway does not. A mirror that has
 * grown stale is brought up to date in the background; who looks is told by a live event.
 */
export async function listProducts(context: ShopContext, query: ProductListQuery): Promise<ProductPage> {
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

function list(context: ShopContext, { sort, q, cursor, limit, ...filters }: ProductListQuery) {
  return listRows(context, productSource, {
    filtered: isFiltered(context.shop.id, filters),
    q,
    sort,
    order: orderOf(sort === relevance ? '-updated_at' : sort),
    cursor,
    limit,
    key: JSON.stringify(['products', context.shop.id, q, filters]),
  })
}

function withMarks(row: Parameters<typeof toItem>[0], marks: Marker): ProductPage['items'][number] {
  const item = toItem(row)
  return {
    ...item,
    marks: { name: marks(item.name), description: marks(item.description), id: marks(item.id) },
  }
}
