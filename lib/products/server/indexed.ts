import 'server-only'
import { sql } from 'drizzle-orm'
import { products } from './tables'

/**
 * The expressions of the indexes (tables/products.ts), for orders and filters that they are to serve. Unlimited stock
 * is more than any number, and an unlimited period, as one that is unknown, later than any date. Anything else that
 * is unknown comes before what is known.
 */
export const indexed = {
  id: sql`${products.id}`,
  // The beginning of a name is enough to sort by, and all that an index and a cursor can hold.
  name: sql`left(coalesce(${products.name}, ''), 200) COLLATE "und-x-icu"`,
  currency: sql`coalesce(${products.currency}, '')`,
  // Within a currency: what is more in another one, nobody can say.
  price: sql`left(coalesce(${products.currency}, ''), 10) || lpad((coalesce(${products.amount}, -1) + 1)::text, 19, '0') COLLATE "C"`,
  type: sql`coalesce(${products.transactionType}, '')`,
  stock: sql`CASE WHEN ${products.infinite} THEN ${sql.raw(String(Number.MAX_SAFE_INTEGER))}::bigint ELSE coalesce(${products.quantity}, -1) END`,
  expiry: sql`coalesce(${products.expiredAt}, 'infinity')`,
  created: sql`coalesce(${products.createdAt}, '-infinity')`,
  updated: sql`coalesce(${products.updatedAt}, '-infinity')`,
}
