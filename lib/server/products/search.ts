import 'server-only'
import { and, inArray, type SQL } from 'drizzle-orm'
import type { ShopContext } from '../context'
import { containsWords, resemblesWords } from '../search'
import { products } from '../tables/products'

/** At most so many products that are only like what was searched for are shown. */
const mostSimilar = 50

/**
 * The condition for all that a search among some products finds: those that contain each word, and, where there
 * are none, those that would without a slip of the finger.
 */
export async function isFound(context: ShopContext, filtered: SQL, q: string): Promise<SQL> {
  const contains = and(filtered, containsWords([products.search], q)) as SQL
  const { db } = context.engine
  const [exact] = await db.select({ id: products.id }).from(products).where(contains).limit(1)
  const similar = exact ? [] : await findSimilar(context, filtered, q)
  return similar.length === 0 ? contains : (and(filtered, inArray(products.id, similar)) as SQL)
}

/** IDs of products that are only like what was searched for, by name. */
export async function findSimilar({ engine }: ShopContext, filtered: SQL, q: string): Promise<string[]> {
  const resembles = resemblesWords(products.search, q)
  if (!resembles) return []
  const found = await engine.db
    .select({ id: products.id, search: products.search })
    .from(products)
    .where(and(filtered, resembles))
    .limit(mostSimilar)
  return found.toSorted((a, b) => (a.search < b.search ? -1 : 1)).map(({ id }) => id)
}
