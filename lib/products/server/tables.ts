import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ProductCreate } from '../../gateway/products/product'
import { instant } from '../../core/server/tables/columns'
import { shopColumn } from '../../core/server/tables/shops'

/** A former price. Amount in minor units, instants in ISO 8601. The gateway may omit a price. */
type EarlierPrice = { amount: number | null; currency: string | null; from: string; until: string }

/** The mirror of the gateway's products. `submitted`: what the gateway may not echo. Vanished rows stay, marked. */
export const products = pgTable(
  'products',
  {
    shopId: shopColumn(),
    id: text('id').notNull(),
    name: text('name'),
    description: text('description'),
    currency: text('currency'),
    /** Minor units. */
    amount: bigint('amount', { mode: 'number' }),
    /** Start of the current price, and earlier prices with their periods, oldest first. */
    priceSince: instant('price_since'),
    earlierPrices: jsonb('earlier_prices').$type<EarlierPrice[]>(),
    quantity: bigint('quantity', { mode: 'number' }),
    infinite: boolean('infinite'),
    test: boolean('test'),
    language: text('language'),
    transactionType: text('transaction_type'),
    payUrl: text('pay_url'),
    confirmUrl: text('confirm_url'),
    immortal: boolean('immortal'),
    /** An instant, for sorting. The detail shows the text with its own time zone. */
    expiredAt: instant('expired_at'),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
    raw: jsonb('raw').$type<Record<string, unknown>>().notNull(),
    /** Our writes, merged. The only source of values that are not echoed. */
    submitted: jsonb('submitted').$type<Partial<ProductCreate>>(),
    submittedAt: instant('submitted_at'),
    submittedBy: uuid('submitted_by'),
    /** When and by whom each submitted field was last sent. */
    submissions: jsonb('submissions').$type<Record<string, { at: string; by: string }>>(),
    search: text('search').notNull(),
    /**
     * Fingerprint of the gateway's list element: an equal element is not written again. Null if the row has another
     * source. A row with a fingerprint is as fresh as the last complete sync.
     */
    fingerprint: text('fingerprint'),
    /** When the mirror first had this product. An unconfirmed create that was sent later did not create it. */
    firstSeenAt: instant('first_seen_at').notNull(),
    syncedAt: instant('synced_at').notNull(),
    vanishedAt: instant('vanished_at'),
    /** Hidden in Counterfoil. The gateway has no deletion. */
    archivedAt: instant('archived_at'),
    archivedBy: uuid('archived_by'),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    index('products_search').using('gin', sql`${table.search} gin_trgm_ops`),
    // For prefix matches, when a search finds too many rows to rank (search.ts).
    index('products_beginning').on(table.shopId, sql`(left(${table.search}, 64) COLLATE "C")`, table.id),
    // Must equal the expressions in list.ts to serve lists. Names are cut, as index entries have a size limit.
    index('products_updated').on(table.shopId, sql`coalesce(${table.updatedAt}, '-infinity')`, table.id),
    index('products_name').on(
      table.shopId,
      sql`(left(coalesce(${table.name}, ''), 200) COLLATE "und-x-icu")`,
      table.id,
    ),
    index('products_currency').on(table.shopId, sql`coalesce(${table.currency}, '')`, table.id),
    index('products_price').on(
      table.shopId,
      sql`(left(coalesce(${table.currency}, ''), 10) || lpad((coalesce(${table.amount}, -1) + 1)::text, 19, '0') COLLATE "C")`,
      table.id,
    ),
    index('products_type').on(table.shopId, sql`coalesce(${table.transactionType}, '')`, table.id),
    index('products_quantity').on(
      table.shopId,
      sql`(CASE WHEN ${table.infinite} THEN ${sql.raw(String(Number.MAX_SAFE_INTEGER))}::bigint ELSE coalesce(${table.quantity}, -1) END)`,
      table.id,
    ),
    index('products_expired').on(table.shopId, sql`coalesce(${table.expiredAt}, 'infinity')`, table.id),
    index('products_created').on(table.shopId, sql`coalesce(${table.createdAt}, '-infinity')`, table.id),
  ],
)

export type ProductRow = typeof products.$inferSelect
