import 'server-only'
import { sql } from 'drizzle-orm'
import { products } from '../tables'

/**
 * The expressions of the indexes in tables.ts. Sort orders and filters must use exactly these. Unlimited stock sorts
 * after any number, an unlimited or unknown expiry after any date. Other unknown values sort first.
 */
export const indexed = {
  id: sql`${products.id}`,
  // A prefix is enough for sorting, and keeps index entries and cursors small.
  name: sql`left(coalesce(${products.name}, ''), 200) COLLATE "und-x-icu"`,
  currency: sql`coalesce(${products.currency}, '')`,
  // Amounts only compare within one currency.
  price: sql`left(coalesce(${products.currency}, ''), 10) || lpad((coalesce(${products.amount}, -1) + 1)::text, 19, '0') COLLATE "C"`,
  type: sql`coalesce(${products.transactionType}, '')`,
  stock: sql`CASE WHEN ${products.infinite} THEN ${sql.raw(String(Number.MAX_SAFE_INTEGER))}::bigint ELSE coalesce(${products.quantity}, -1) END`,
  expiry: sql`coalesce(${products.expiredAt}, 'infinity')`,
  created: sql`coalesce(${products.createdAt}, '-infinity')`,
  updated: sql`coalesce(${products.updatedAt}, '-infinity')`,
}
