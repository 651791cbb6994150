import { sql } from 'drizzle-orm'
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ProductCreate } from '../../gateway/product'
import { instant } from '../../core/server/tables/columns'
import { shops } from '../../core/server/tables/shops'

/** Minor units; instants in ISO 8601. A gateway may leave a price out. */
export type EarlierPrice = { amount: number | null; currency: string | null; from: string; until: string }

/**
 * The mirror of the gateway's products. What the gateway may not echo is remembered from what was submitted.
 * `search` is the folded text that lists search in. Rows that vanished at the gateway are marked, not removed.
 */
export const products = pgTable(
  'products',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    id: text('id').notNull(),
    name: text('name'),
    description: text('description'),
    currency: text('currency'),
    /** Minor units. */
    amount: bigint('amount', { mode: 'number' }),
    /** Since when the price is known to be what it is, and earlier prices with the time each was valid, oldest first. */
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
    /** As an instant, to sort by; the detail shows the text with its own zone. */
    expiredAt: instant('expired_at'),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
    /** The gateway's object, whole. */
    raw: jsonb('raw').$type<Record<string, unknown>>().notNull(),
    /** Our last write, merged over earlier ones: the only source for what is not echoed. */
    submitted: jsonb('submitted').$type<Partial<ProductCreate>>(),
    submittedAt: instant('submitted_at'),
    submittedBy: uuid('submitted_by'),
    /** Of each submitted field, when and by whom it was last sent. */
    submissions: jsonb('submissions').$type<Record<string, { at: string; by: string }>>(),
    search: text('search').notNull(),
    /**
     * Of the element of the gateway's list that this row came from, so that an equal one is not written again;
     * null where the row came from elsewhere. A row with one is as fresh as the last complete sync.
     */
    fingerprint: text('fingerprint'),
    /** When the mirror first heard of it; settling a lost create asks whether that was before it was sent. */
    firstSeenAt: instant('first_seen_at').notNull(),
    syncedAt: instant('synced_at').notNull(),
    vanishedAt: instant('vanished_at'),
    /** Hidden here; the gateway has no deletion. */
    archivedAt: instant('archived_at'),
    archivedBy: uuid('archived_by'),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    index('products_search').using('gin', sql`${table.search} gin_trgm_ops`),
    // What begins so: the first of a search that finds too much to be ranked (search.ts).
    index('products_beginning').on(table.shopId, sql`(left(${table.search}, 64) COLLATE "C")`, table.id),
    // As lists order (list.ts), or they serve no list; a whole name may be too long for an index.
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
