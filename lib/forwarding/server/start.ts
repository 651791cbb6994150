import 'server-only'
import { and, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import { correlatedLog } from '../../core/server/log/log'
import { forwardingEndpoints, forwardingMessages } from './tables'
import { drainEndpoint } from './drain'
import { forwardQueue, type ForwardJob, wakeForwarding } from './queue'

const sweepQueue = 'forwarding.sweep'

/** Endpoints served in parallel by this instance. */
const atOnce = 16

/** Registers the forwarding jobs: sending due messages, and the sweep every minute. */
export async function startForwarding(engine: Engine): Promise<void> {
  const { jobs } = engine
  const turns = new Set<Promise<void>>()
  // An embedded engine runs alone, so any lease is left over from a process that ended.
  if (engine.embedded)
    await engine.db
      .update(forwardingEndpoints)
      .set({ leasedUntil: null })
      .where(isNotNull(forwardingEndpoints.leasedUntil))
  await jobs.define<ForwardJob>(forwardQueue, async (job) => {
    while (turns.size >= atOnce) await Promise.race(turns)
    // Not awaited: a slow endpoint must not block the next job. If the process ends, the sweep finds the messages.
    const turn = takeTurn(engine, job).finally(() => turns.delete(turn))
    turns.add(turn)
  })
  await jobs.eachMinute(sweepQueue, () => sweepForwarding(engine))
  await jobs.send(sweepQueue, {})
}

/** Logs errors. The messages stay due. */
const takeTurn = (engine: Engine, job: ForwardJob): Promise<void> =>
  drainEndpoint(engine, job).catch((error: unknown) =>
    correlatedLog().error({ err: error, shop: job.shopId, endpoint: job.endpointId }, 'forwarding failed'),
  )

/** Wakes all endpoints with due messages, whose time has come or whose job was lost. */
export async function sweepForwarding({ db, jobs }: Engine): Promise<void> {
  const due = await db
    .selectDistinct({ shopId: forwardingMessages.shopId, endpointId: forwardingMessages.endpointId })
    .from(forwardingMessages)
    .where(and(eq(forwardingMessages.state, 'waiting'), lte(forwardingMessages.nextAttemptAt, sql`now()`)))
  for (const { shopId, endpointId } of due) await wakeForwarding(jobs, shopId, [endpointId])
}
