import 'server-only'
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Jobs } from '../../db/jobs'
import type { Sealer } from '../../db/sealing'
import { takeFault } from '../http/faults'
import { deliveries } from '../tables/deliveries'
import type { Schedule } from './schedule'

export const deliverQueue = 'sandbox.deliver'

export type DeliverJob = { shopId: number; id: string }

/** A delivery that was written down, and the seconds until it goes out for the first time. */
export type Queued = DeliverJob & { afterSeconds: number }

type Message = {
  shopId: number
  /** What it tells of: a transaction's uid, or a payment token. */
  subject: string
  url: string
  schedule: Schedule
  /** The JSON. It is written out once: bytes and signature are the same at every try. */
  body: unknown
}

/** `lastError` of a delivery that waits to go out after a later one, as ordered by POST /sandbox/faults. */
export const heldBack = 'held_back'
/** Where no later one comes, it goes out all the same. */
const heldBackSeconds = 60

export const bodyContext = (shopId: number, id: string) => `sandbox:shop:${shopId}:delivery:${id}`

/**
 * Writes down that `body` is to be sent, in the transaction that is its cause. The caller hands what it returns
 * to `announceDelivery` after the commit.
 */
export async function queueDelivery(tx: Database, sealer: Sealer, message: Message): Promise<Queued[]> {
  const { shopId, subject, url, schedule } = message
  const fault = await takeFault(tx, shopId, 'notifications')
  const afterSeconds =
    fault?.kind === 'late' ? fault.seconds : fault?.kind === 'out_of_order' ? heldBackSeconds : 0
  const text = JSON.stringify(message.body)
  const queued = Array.from({ length: fault?.kind === 'twice' ? 2 : 1 }, () => randomUUID())
  await tx.insert(deliveries).values(
    queued.map((id) => ({
      shopId,
      id,
      subject,
      url,
      schedule,
      bodySealed: sealer.seal(text, bodyContext(shopId, id)),
      nextAttemptAt: sql`now() + make_interval(secs => ${afterSeconds})`,
      lastError: fault?.kind === 'out_of_order' ? heldBack : null,
    })),
  )
  return queued.map((id) => ({ shopId, id, afterSeconds }))
}

/** After the commit: sends them when their time comes. If this is lost, the sweep finds the deliveries. */
export async function announceDelivery(jobs: Jobs, queued: readonly Queued[]): Promise<void> {
  for (const { shopId, id, afterSeconds } of queued) {
    const job: DeliverJob = { shopId, id }
    await jobs.send(deliverQueue, job, { afterSeconds, key: id })
  }
}
