import 'server-only'
import { inArray } from 'drizzle-orm'
import type { ProductDetail } from '../schema'
import type { ShopContext } from '../../core/server/context'
import { users } from '../../core/server/tables/users'
import { toDetail, type Names } from './item'
import { loadProduct } from './load'
import type { ProductRow } from './tables'

/** A mirrored product of this shop, as its page shows it. @throws AppError `not_found`. */
export async function productDetail(context: ShopContext, id: string): Promise<ProductDetail> {
  const row = await loadProduct(context, id)
  return toDetail(row, await submittersOf(context, row))
}

/** The names of those who submitted what this application sent of a product. */
export async function submittersOf({ engine }: ShopContext, row: ProductRow): Promise<Names> {
  const noted = Object.values(row.submissions ?? {}).map(({ by }) => by)
  const ids = [...new Set([row.submittedBy, ...noted])].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const people = await engine.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(people.map(({ id, name }) => [id, name]))
}
