import { date, integer, numeric, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../core/server/tables/columns'
import { shopColumn, shops } from '../../core/server/tables/shops'
import { userColumn } from '../../core/server/tables/users'

/** Attributes that payments are grouped by. `reason`: failed payments only. `product`: linked payments only. */
export type Facet = 'brand' | 'country' | 'product' | 'reason'

/** Length of a block in days. One block starts on 2000-01-01. */
export const blockDays = 10

/** Minor units, unbounded: sums of a gateway's amounts must not overflow. */
const money = (name: string) => numeric(name).notNull().default('0')
const count = (name: string) => integer(name).notNull().default(0)

const countsByTime = () => ({
  shopId: shopColumn(),
  currency: text('currency').notNull(),
  at: instant('at').notNull(),
  paid: money('paid'),
  payments: count('payments'),
  failed: count('failed'),
  refunded: money('refunded'),
  refunds: count('refunds'),
  chargedBack: money('charged_back'),
  chargebacks: count('chargebacks'),
})

/** Counts per quarter of an hour, from which the days and hours of every zone are summed. */
export const paymentQuarters = pgTable('payment_quarters', countsByTime(), (table) => [
  primaryKey({ columns: [table.shopId, table.currency, table.at] }),
])

/**
 * The same per four hours from midnight UTC: a sixteenth of the rows, for long periods. A trigger on the quarters keeps
 * them (migration 0051), so they include what an instance of another version counts.
 */
export const paymentFourHours = pgTable('payment_four_hours', countsByTime(), (table) => [
  primaryKey({ columns: [table.shopId, table.at, table.currency] }),
])

/**
 * Counts per UTC day and facet; `value` is '' if unknown. Products, which are many, also have rows per block of {@link
 * blockDays}.
 */
export const paymentDays = pgTable(
  'payment_days',
  {
    shopId: shopColumn(),
    currency: text('currency').notNull(),
    facet: text('facet').$type<Facet>().notNull(),
    /** 1 or {@link blockDays}, and the first of these days. */
    days: smallint('days').notNull(),
    day: date('day').notNull(),
    value: text('value').notNull(),
    paid: money('paid'),
    payments: count('payments'),
    failed: count('failed'),
  },
  (table) => [
    primaryKey({
      columns: [table.shopId, table.currency, table.facet, table.days, table.day, table.value],
    }),
  ],
)

/** Progress of counting what earlier releases received (lib/payments/server/ledger/earlier.ts). */
export const countedShops = pgTable('counted_shops', {
  shopId: text('shop_id')
    .primaryKey()
    .references(() => shops.id),
  after: uuid('after'),
  doneAt: instant('done_at'),
})

export const dismissedSteps = pgTable(
  'dismissed_steps',
  {
    shopId: shopColumn(),
    userId: userColumn(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.userId] })],
)
