import 'server-only'
import type { ShopContext } from '../../core/server/context'
import { freshen, syncNow, syncWhereStale } from '../../core/server/mirror/keep-fresh'
import { lastSync as lastSyncOf, type LastSync } from '../../core/server/mirror/lease'
import type { SyncOutcome } from '../../core/server/mirror/sync'
import { productMirror } from './mirror'

/** Reads the gateway's whole list of products into the mirror (mirror/sync.ts). @throws GatewayError */
export const syncProducts = (context: ShopContext): Promise<SyncOutcome> => syncNow(context, productMirror)

/** When the mirror of products was last complete, and when a sync failed since. */
export const lastSync = (context: ShopContext): Promise<LastSync> => lastSyncOf(context, 'products')

/** Waits for a sync where the mirror is stale; a dry run on an old one would call unchanged what was changed. */
export const freshenProducts = (context: ShopContext): Promise<void> => freshen(context, productMirror)

/** Starts a sync where the mirror is stale. */
export const syncInBackground = (context: ShopContext, last: LastSync): void =>
  syncWhereStale(context, productMirror, last)
