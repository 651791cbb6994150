import 'server-only'
import { and, eq, inArray, isNull, notInArray, type SQL } from 'drizzle-orm'
import type { ProductSelection } from '../schema'
import type { ShopContext } from '../../core/server/context'
import { whereFound } from '../../core/server/lists/where-found'
import { containsAll } from '../../core/server/lists/source'
import { products } from './tables'
import { isFiltered } from './filters'
import { productSource } from './source'

/**
 * The condition, on the table of products, for what a selection is about: of a query, what a list with the same
 * one has now; of IDs, those of them that this shop has and that did not vanish. What is only like what was searched
 * for is in a list to be looked at (`withAlike`), and never changed.
 */
export async function selectProducts(
  context: ShopContext,
  selection: ProductSelection,
  { withAlike = false } = {},
): Promise<SQL> {
  const { id: shopId } = context.shop
  if ('ids' in selection)
    return and(
      eq(products.shopId, shopId),
      inArray(products.id, selection.ids),
      isNull(products.vanishedAt),
    ) as SQL
  const { query, except = [] } = selection
  const filtered = isFiltered(shopId, query)
  const found = query.q ? await findBy(query.q) : filtered
  return except.length === 0 ? found : (and(found, notInArray(products.id, except)) as SQL)

  async function findBy(q: string): Promise<SQL> {
    if (withAlike) return (await whereFound(context, productSource, { filtered, q })).where
    return and(filtered, containsAll(productSource, q)) as SQL
  }
}
