import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * A column printed with its table. In a select from one table and in `returning`, Drizzle prints the columns of an
 * expression without their table; in a sub-query the outer row's `shop_id` would then mean the inner table's. Lint
 * (`qualified-sub-queries`) requires this in each sub-query.
 */
export const qualified = (column: PgColumn): SQL => sql`${column}`
