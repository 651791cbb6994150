import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns'
import { shopColumn } from './shops'

/** Syncs by shop and resource: a lease, so that one runs at a time across all instances, and the last result. */
export const syncs = pgTable(
  'syncs',
  {
    shopId: shopColumn(),
    resource: text('resource').$type<'products' | 'customers'>().notNull(),
    leaseEndsAt: instant('lease_ends_at'),
    startedAt: instant('started_at'),
    /** Another sync was requested that starts after this time. */
    wantedAt: instant('wanted_at'),
    /** When the last complete sync started: the mirror is at least this fresh. */
    syncedAt: instant('synced_at'),
    failedAt: instant('failed_at'),
    failure: text('failure'),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.resource] })],
)
