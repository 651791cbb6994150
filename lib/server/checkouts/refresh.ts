import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { checkouts } from '../tables/checkouts'
import { loadCheckout } from './load'
import { checkoutSearchText } from './search'
import { outcomeOf } from './state'
import { asTold, toldOf } from './told'

/** Notifications, by their evidence. */
const restedOn: ReadonlySet<string> = new Set(['network', 'credentials', 'signature'])

/** What the gateway itself answered is not taken back by notifications that say less. */
const isSettled = (state: string) => state === 'paid' || state === 'cancelled'

/**
 * Works out anew what became of a checkout, of what notifications tell of it. Waits for others that do, and then sees
 * what they saw, too. Of one that `lost` a notification, what rested on that goes with it.
 */
export async function refreshCheckout(
  tx: Database,
  shopId: string,
  id: string,
  { lost = false }: { lost?: boolean } = {},
): Promise<void> {
  const row = await loadCheckout(tx, shopId, id, { locks: true })
  const told = await toldOf(tx, shopId, id)
  const { state, restsOn, stateAt, declines } = outcomeOf(told.map(asTold), row.transactionType)
  const isKept = row.restsOn === 'query' && isSettled(row.state) && !isSettled(state)
  // Nothing says anything: it is what it was when it was made.
  const isUntold = state === 'open' && !(lost && restedOn.has(row.restsOn))
  const uids = told.flatMap(({ uid }) => (uid === null ? [] : [uid]))
  await tx
    .update(checkouts)
    .set({
      declines,
      search: checkoutSearchText(row, uids),
      ...(isKept || isUntold ? {} : { state, restsOn, stateAt: stateAt ?? row.stateAt }),
    })
    .where(and(eq(checkouts.shopId, shopId), eq(checkouts.id, id)))
}
