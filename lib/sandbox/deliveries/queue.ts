import 'server-only'
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Jobs } from '../../db/jobs'
import { deliveries } from '../tables/deliveries'

export const deliverQueue = 'sandbox.deliver'

export type DeliverJob = { shopId: number; id: string }

/** Writes down that `body` is to be sent, in the transaction that is its cause. Returns the delivery's ID. */
export async function queueDelivery(
  tx: Database,
  { shopId, uid, body }: { shopId: number; uid: string; body: Buffer },
): Promise<string> {
  const id = randomUUID()
  await tx.insert(deliveries).values({ shopId, id, uid, body, nextAttemptAt: sql`now()` })
  return id
}

/** After the commit: send it now, or after `afterSeconds`. If this is lost, the sweep finds the delivery. */
export async function announceDelivery(
  jobs: Jobs,
  shopId: number,
  id: string,
  afterSeconds = 0,
): Promise<void> {
  const job: DeliverJob = { shopId, id }
  await jobs.send(deliverQueue, job, { afterSeconds, key: id })
}
