import 'server-only'
import type { Engine } from '../db/engine'
import { sweepCheckouts, sweepCheckoutsQueue } from './checkouts/expire'
import { deliver } from './deliveries/deliver'
import { deliverQueue, type DeliverJob } from './deliveries/queue'
import { sweepDeliveries, sweepQueue } from './deliveries/sweep'

/**
 * Takes up the sandbox's background work: sending notifications, finding those that were left
 * behind, and telling of payment tokens that expired.
 */
export async function startSandbox(engine: Engine): Promise<void> {
  await engine.jobs.define<DeliverJob>(deliverQueue, (job) => deliver(engine, job), { atOnce: 4 })
  await engine.jobs.define(sweepQueue, () => sweepDeliveries(engine))
  await engine.jobs.schedule(sweepQueue, '* * * * *')
  await engine.jobs.send(sweepQueue, {})
  await engine.jobs.define(sweepCheckoutsQueue, () => sweepCheckouts(engine))
  await engine.jobs.schedule(sweepCheckoutsQueue, '* * * * *')
  await engine.jobs.send(sweepCheckoutsQueue, {})
}
