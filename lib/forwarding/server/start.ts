import 'server-only'
import { and, eq, gt, isNotNull, lte, sql } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import { correlatedLog } from '../../core/server/log/log'
import { secondsFromNow } from '../../core/server/sql'
import { forwardingEndpoints, forwardingMessages } from './tables'
import { drainEndpoint } from './drain'
import { forwardQueue, type QueuedEndpoint, wakeForwarding } from './queue'

const sweepQueue = 'forwarding.sweep'

/** Endpoints served in parallel by this instance. */
const atOnce = 16

/** Registers the queues of forwarding: sending due messages, and the sweep every minute. */
export async function startForwarding(engine: Engine): Promise<void> {
  const { queues } = engine
  const turns = new Set<Promise<void>>()
  // An embedded engine runs alone, so any lease is left over from a process that exited.
  if (engine.isEmbedded)
    await engine.db
      .update(forwardingEndpoints)
      .set({ leasedUntil: null })
      .where(isNotNull(forwardingEndpoints.leasedUntil))
  await queues.define<QueuedEndpoint>(forwardQueue, async (queued) => {
    while (turns.size >= atOnce) await Promise.race(turns)
    // Not awaited: a slow endpoint must not block the next one. If the process exits, the sweep finds the messages.
    const turn = takeTurn(engine, queued).finally(() => turns.delete(turn))
    turns.add(turn)
    // Shutdown waits for it: what was posted but not recorded would be posted again.
    engine.inBackground(
      () => turn,
      () => undefined,
    )
  })
  await queues.eachMinute(sweepQueue, () => sweepForwarding(engine))
  await queues.send(sweepQueue, {})
}

/** Logs errors. The messages stay due. */
const takeTurn = (engine: Engine, queued: QueuedEndpoint): Promise<void> =>
  drainEndpoint(engine, queued).catch((error: unknown) => {
    if (engine.ending.aborted) return
    const { shopId: shop, endpointId: endpoint } = queued
    correlatedLog().error({ err: error, shop, endpoint }, 'forwarding failed')
  })

/**
 * Wakes all endpoints with due messages, including those that the queue lost. Messages that were sent, or queued, before
 * the clock was put back are due.
 */
export async function sweepForwarding({ db, queues }: Engine): Promise<void> {
  await db
    .update(forwardingMessages)
    .set({ nextAttemptAt: sql`now()` })
    .where(
      and(
        eq(forwardingMessages.state, 'waiting'),
        gt(forwardingMessages.nextAttemptAt, sql`now()`),
        // A minute for long transactions, whose `now()` is when they began.
        sql`CASE WHEN ${forwardingMessages.roundAttempts} = 0 THEN ${forwardingMessages.roundAt}
          ELSE ${forwardingMessages.lastAttemptAt} END > ${secondsFromNow(60)}`,
      ),
    )
  const due = await db
    .selectDistinct({ shopId: forwardingMessages.shopId, endpointId: forwardingMessages.endpointId })
    .from(forwardingMessages)
    .where(and(eq(forwardingMessages.state, 'waiting'), lte(forwardingMessages.nextAttemptAt, sql`now()`)))
  for (const { shopId, endpointId } of due) await wakeForwarding(queues, shopId, [endpointId])
}
