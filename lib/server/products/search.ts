import 'server-only'
import { and, inArray, type SQL } from 'drizzle-orm'
import type { ShopContext } from '../context'
import { containsWords, resemblesWords } from '../search'
import { products } from '../tables/products'

/** At most so many products that are only like what was searched for are shown. */
export const mostSimilar = 50

/** The condition for those of some products that contain each word. */
export const containsAll = (filtered: SQL, q: string): SQL =>
  and(filtered, containsWords([products.search], q)) as SQL

/**
 * The condition for all that a search among some products finds: those that contain each word, and, where there
 * are none, those that would without a slip of the finger, which then are `alike`.
 */
export async function isFound(
  context: ShopContext,
  filtered: SQL,
  q: string,
): Promise<{ where: SQL; alike: boolean }> {
  const contains = containsAll(filtered, q)
  const { db } = context.engine
  const [exact] = await db.select({ id: products.id }).from(products).where(contains).limit(1)
  const similar = exact ? [] : await findSimilar(context, filtered, q)
  return similar.length === 0
    ? { where: contains, alike: false }
    : { where: and(filtered, inArray(products.id, similar)) as SQL, alike: true }
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
