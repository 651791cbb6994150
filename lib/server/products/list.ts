import 'server-only'
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { ProductListQuery, ProductPage } from '../../contracts/product'
import type { ShopContext } from '../context'
import { countLimit, keysetPage, totalOf, type Keyset } from '../keyset'
import { containsWords } from '../search'
import { products } from '../tables/products'
import { itemColumns, toItem } from './item'
import { lastSync, syncInBackground } from './sync'

type Column = ProductListQuery['sort'] extends infer S ? (S extends `-${infer C}` ? C : S) : never

/**
 * Unlimited stock sorts above any number, and an unlimited period after any date, as one that is unknown does.
 * Anything else that is unknown sorts below what is known.
 */
const orders: Record<Column, Pick<Keyset, 'expression' | 'type'>> = {
  // The beginning of a name is enough to sort by, and all that an index and a cursor can hold.
  name: { expression: sql`left(coalesce(${products.name}, ''), 200) COLLATE "und-x-icu"`, type: 'text' },
  amount: { expression: sql`coalesce(${products.amount}, -1)`, type: 'bigint' },
  quantity: {
    expression: sql`CASE WHEN ${products.infinite} THEN ${Number.MAX_SAFE_INTEGER}::bigint ELSE coalesce(${products.quantity}, -1) END`,
    type: 'bigint',
  },
  expired_at: { expression: sql`coalesce(${products.expiredAt}, 'infinity')`, type: 'timestamptz' },
  created_at: { expression: sql`coalesce(${products.createdAt}, '-infinity')`, type: 'timestamptz' },
  updated_at: { expression: sql`coalesce(${products.updatedAt}, '-infinity')`, type: 'timestamptz' },
}

/**
 * A page of the shop's products, from the mirror: it answers when the gateway does not. A mirror that has
 * grown stale is brought up to date in the background; who looks is told by a live event.
 */
export async function listProducts(context: ShopContext, query: ProductListQuery): Promise<ProductPage> {
  const { db } = context.engine
  const column = query.sort.replace(/^-/, '') as Column
  const order = orders[column]
  const keyset = keysetPage(
    { ...order, id: sql`${products.id}`, descending: query.sort.startsWith('-') },
    query,
  )
  const here: SQL[] = [eq(products.shopId, context.shop.id), isNull(products.vanishedAt)]
  if (query.q) here.push(containsWords([products.search], query.q))

  const rows = await db
    .select({ ...itemColumns, cursor_value: sql<string>`${order.expression}::text`, cursor_id: products.id })
    .from(products)
    .where(and(...here, keyset.after))
    .orderBy(keyset.orderBy)
    .limit(keyset.take)
  const counted = db
    .select({ one: sql`1` })
    .from(products)
    .where(and(...here))
    .limit(countLimit)
    .as('counted')
  const [count] = await db.select({ count: sql<number>`count(*)` }).from(counted)
  const synced = await lastSync(context)
  syncInBackground(context, synced)

  const { rows: shown, ...cursors } = keyset.page(rows)
  return {
    items: shown.map(toItem),
    ...cursors,
    ...totalOf(count?.count ?? 0),
    synced_at: synced.syncedAt?.toISOString() ?? null,
  }
}
