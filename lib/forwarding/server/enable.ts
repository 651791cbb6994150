import 'server-only'
import { sql } from 'drizzle-orm'
import type { Endpoint, EndpointEnable } from '../schema'
import { recordActivity } from '../../core/server/activity/record'
import { closeAlert } from '../../alerts/server/raise'
import type { ActorContext } from '../../core/server/context'
import { tellBrowsers } from '../../core/server/live'
import { forwardingEndpoints, forwardingMessages } from './tables'
import { isEndpoint } from './disable'
import { loadEndpoint, missedBy, toEndpoint } from './item'
import { wakeForwarding } from './queue'

/**
 * Resumes an endpoint that is switched off; with `resend`, what it missed goes out now. One that is on stays as it is.
 * @throws AppError `not_found`
 */
export async function enableEndpoint(
  context: ActorContext,
  id: string,
  { resend }: EndpointEnable,
): Promise<Endpoint> {
  const { engine, shop, actor } = context
  const enabled = await engine.db.transaction(async (tx) => {
    const before = await loadEndpoint(tx, context, id, { isHeld: true })
    if (before.enabled) return toEndpoint(tx, before)
    if (resend)
      await tx
        .update(forwardingMessages)
        .set({ ...freshRound(), requestedBy: actor.userId })
        .where(missedBy(before))
    await tx
      .update(forwardingEndpoints)
      .set({ enabled: true, disabledAt: null, disabledReason: null, failingSince: null, givenUpInRow: 0 })
      .where(isEndpoint({ shopId: shop.id, id }))
    await closeAlert(tx, shop.id, { kind: 'forwarding_disabled', subject: id })
    await recordActivity(tx, context, { action: 'forwarding.resumed', subject: id, detail: { resend } })
    return toEndpoint(tx, await loadEndpoint(tx, context, id))
  })
  await wakeForwarding(engine.jobs, shop.id, [id])
  await tellBrowsers(context, { kind: 'forwarding' })
  return enabled
}

/** What makes a message go out from the beginning, at once. */
export const freshRound = () => ({
  state: 'waiting' as const,
  roundAt: sql`now()`,
  roundAttempts: 0,
  nextAttemptAt: sql`now()`,
})
