import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns'
import { shops } from './shops'

/** One full sync at a time for each shop and resource, across all instances: a lease, and what the last one said. */
export const syncs = pgTable(
  'syncs',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    resource: text('resource').$type<'products' | 'customers'>().notNull(),
    leaseEndsAt: instant('lease_ends_at'),
    startedAt: instant('started_at'),
    /** Another sync is wanted that begins after this. */
    wantedAt: instant('wanted_at'),
    /** When the last complete sync was started: what the mirror shows is at least this fresh. */
    syncedAt: instant('synced_at'),
    failedAt: instant('failed_at'),
    failure: text('failure'),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.resource] })],
)
