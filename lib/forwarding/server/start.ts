import 'server-only'
import { and, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import { correlatedLog } from '../../core/server/log'
import { forwardingEndpoints, forwardingMessages } from './tables'
import { drainEndpoint } from './drain'
import { forwardQueue, type ForwardJob, wakeForwarding } from './queue'

const sweepQueue = 'forwarding.sweep'

/** So many endpoints have their turn on this instance at once. */
const atOnce = 16

/** Takes up forwarding: sending what is due, and finding what was left behind. */
export async function startForwarding(engine: Engine): Promise<void> {
  const { jobs } = engine
  const turns = new Set<Promise<void>>()
  // Nothing else runs on an embedded engine that starts: a turn that is still taken was cut off.
  if (engine.embedded)
    await engine.db
      .update(forwardingEndpoints)
      .set({ leasedUntil: null })
      .where(isNotNull(forwardingEndpoints.leasedUntil))
  await jobs.define<ForwardJob>(forwardQueue, async (job) => {
    while (turns.size >= atOnce) await Promise.race(turns)
    // Not waited for: who is slow to answer must not keep the next endpoint's job waiting. What is cut off with the
    // process is found by the sweep.
    const turn = takeTurn(engine, job).finally(() => turns.delete(turn))
    turns.add(turn)
  })
  await jobs.define(sweepQueue, () => sweepForwarding(engine))
  await jobs.schedule(sweepQueue, '* * * * *')
  await jobs.send(sweepQueue, {})
}

/** What fails is due still. */
const takeTurn = (engine: Engine, job: ForwardJob): Promise<void> =>
  drainEndpoint(engine, job).catch((error: unknown) =>
    correlatedLog().error({ err: error, shop: job.shopId, endpoint: job.endpointId }, 'forwarding failed'),
  )

/** Wakes all endpoints with messages that are due: their time has come, or their job was lost with its process. */
export async function sweepForwarding({ db, jobs }: Engine): Promise<void> {
  const due = await db
    .selectDistinct({ shopId: forwardingMessages.shopId, endpointId: forwardingMessages.endpointId })
    .from(forwardingMessages)
    .where(and(eq(forwardingMessages.state, 'waiting'), lte(forwardingMessages.nextAttemptAt, sql`now()`)))
  for (const { shopId, endpointId } of due) await wakeForwarding(jobs, shopId, [endpointId])
}
