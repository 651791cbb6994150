import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { disabledReasons } from '../state'
import type { Database } from '../../db/database'
import { raiseAlert } from '../../alerts/server/list'
import { forwardingEndpoints, forwardingMessages } from './tables'

type Endpoint = { shopId: string; id: string }

export const whereEndpoint = ({ shopId, id }: Endpoint) =>
  and(eq(forwardingEndpoints.shopId, shopId), eq(forwardingEndpoints.id, id))

/** Disables an endpoint and cancels its waiting messages. Raises an alert, unless a person did it (`hand`). */
export async function disableEndpoint(
  tx: Database,
  endpoint: Endpoint,
  reason: (typeof disabledReasons)[number],
): Promise<void> {
  const [disabled] = await tx
    .update(forwardingEndpoints)
    .set({ enabled: false, disabledAt: sql`now()`, disabledReason: reason })
    .where(and(whereEndpoint(endpoint), eq(forwardingEndpoints.enabled, true)))
    .returning({ name: forwardingEndpoints.name })
  if (!disabled) return
  await cancelWaiting(tx, endpoint)
  if (reason !== 'hand')
    await raiseAlert(tx, endpoint.shopId, {
      kind: 'forwarding_disabled',
      subject: endpoint.id,
      detail: { endpoint_id: endpoint.id, endpoint: disabled.name },
    })
}

/** Cancels waiting messages, unless the endpoint has been enabled again meanwhile. */
export async function cancelIfDisabled(db: Database, endpoint: Endpoint): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ enabled: forwardingEndpoints.enabled })
      .from(forwardingEndpoints)
      .where(whereEndpoint(endpoint))
      .for('no key update')
    if (!row?.enabled) await cancelWaiting(tx, endpoint)
  })
}

/** Cancels an endpoint's waiting messages. Enabling it with `resend` sends them. */
export async function cancelWaiting(tx: Database, { shopId, id }: Endpoint): Promise<void> {
  await tx
    .update(forwardingMessages)
    .set({ state: 'cancelled', nextAttemptAt: null, roundAt: sql`now()` })
    .where(
      and(
        eq(forwardingMessages.shopId, shopId),
        eq(forwardingMessages.endpointId, id),
        eq(forwardingMessages.state, 'waiting'),
      ),
    )
}
