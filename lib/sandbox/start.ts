import 'server-only'
import type { Engine } from '../db/engine'
import { deliver } from './deliveries/deliver'
import { deliverQueue, type DeliverJob } from './deliveries/queue'
import { sweepDeliveries, sweepQueue } from './deliveries/sweep'

/** Takes up the sandbox's background work: sending notifications, and finding those that were left behind. */
export async function startSandbox(engine: Engine): Promise<void> {
  await engine.jobs.define<DeliverJob>(deliverQueue, (job) => deliver(engine, job))
  await engine.jobs.define(sweepQueue, () => sweepDeliveries(engine))
  await engine.jobs.schedule(sweepQueue, '* * * * *')
  await engine.jobs.send(sweepQueue, {})
}
