import { date, integer, numeric, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../core/server/tables/columns'
import { shops } from '../../core/server/tables/shops'
import { users } from '../../core/server/tables/users'

/** What payments are told apart by. `reason`: of those that failed. `product`: of those linked to one. */
export type Facet = 'brand' | 'country' | 'product' | 'reason'

/** Days of a block, each of which begins so many days after another, and one of them on the first of 2000. */
export const blockDays = 10

/** Money is in minor units, and not bounded: sums of what a gateway says must not fail. */
const money = (name: string) => numeric(name).notNull().default('0')
const count = (name: string) => integer(name).notNull().default(0)

/** What happened in each quarter of an hour: every zone's days and hours are made of these. */
export const paymentQuarters = pgTable(
  'payment_quarters',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    currency: text('currency').notNull(),
    /** When it begins. */
    at: instant('at').notNull(),
    paid: money('paid'),
    payments: count('payments'),
    failed: count('failed'),
    refunded: money('refunded'),
    refunds: count('refunds'),
    chargedBack: money('charged_back'),
    chargebacks: count('chargebacks'),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.currency, table.at] })],
)

/**
 * The same of each day of UTC by what else is known of a payment; `value` is '' where it is not said. There are many
 * products: of them, there are also rows for as many days together as {@link blockDays}.
 */
export const paymentDays = pgTable(
  'payment_days',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    currency: text('currency').notNull(),
    facet: text('facet').$type<Facet>().notNull(),
    /** How many days this is of, 1 or {@link blockDays}, and the first of them. */
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

/** How far what earlier releases received is counted (lib/payments/server/earlier.ts). */
export const countedShops = pgTable('counted_shops', {
  shopId: text('shop_id')
    .primaryKey()
    .references(() => shops.id),
  /** The last notification that was looked at. */
  after: uuid('after'),
  doneAt: instant('done_at'),
})

/** Who wants to see the first steps no more. */
export const dismissedSteps = pgTable(
  'dismissed_steps',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.userId] })],
)
