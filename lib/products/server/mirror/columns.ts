/** The columns that hold fields of a product, by the rows of lib/products/fields.ts. */
import 'server-only'
import { sql } from 'drizzle-orm'
import { instantOf } from '../../../core/server/mirror/mirror'
import type { ProductReply, ProductUpdate } from '../../../gateway/products/product'
import { columnOf, mirroredFields, productFieldRows, type ColumnOf, type MirroredField } from '../../fields'
import { type ProductRow, products } from '../tables'

type FieldColumn = ColumnOf<MirroredField>

/** One value per column. */
export const byColumn = <Value>(valueOf: (field: MirroredField) => Value) =>
  Object.fromEntries(mirroredFields.map((field) => [columnOf(field), valueOf(field)])) as Record<
    FieldColumn,
    Value
  >

/** The values of a product as its columns hold them. A field that is not given stays undefined. */
export function columnValues(given: ProductReply | ProductUpdate) {
  const values = byColumn((field) => {
    const value = given[field]
    const isInstant = productFieldRows[field].kind === 'moment' && typeof value === 'string'
    return isInstant ? instantOf(value) : value
  }) as { [Column in FieldColumn]: ProductRow[Column] | undefined }
  return given.immortal === true ? { ...values, expiredAt: null } : values
}

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
