import 'server-only'
import type { ShopContext } from '../../core/server/context'
import { syncNow, syncWhereStale } from '../../core/server/mirror/keep-fresh'
import { lastSync as lastSyncOf, type LastSync } from '../../core/server/mirror/lease'
import type { SyncOutcome } from '../../core/server/mirror/sync'
import { customerMirror } from './mirror'

/** Reads the gateway's whole list of customers into the mirror (mirror/sync.ts). @throws GatewayError */
export const syncCustomers = (context: ShopContext): Promise<SyncOutcome> => syncNow(context, customerMirror)

/** When the mirror of customers was last complete, and when a sync failed since. */
export const lastSync = (context: ShopContext): Promise<LastSync> => lastSyncOf(context, 'customers')

/** Starts a sync where the mirror is stale. */
export const syncInBackground = (context: ShopContext, last: LastSync): void =>
  syncWhereStale(context, customerMirror, last)
