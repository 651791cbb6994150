import 'server-only'
import { randomUUID, randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Queues } from '../../db/queues'
import type { Sealer } from '../../db/sealing'
import { takeFault } from '../http/faults'
import { deliveries } from '../tables/payments'

export const deliverQueue = 'sandbox.deliver'

export type QueuedDelivery = { shopId: number; id: string }

/** A stored delivery, and the seconds before its first attempt. */
export type Queued = QueuedDelivery & { afterSeconds: number }

type Message = {
  shopId: number
  subject: string
  url: string
  schedule: Schedule
  /** The JSON. Serialised once, so that bytes and signature are the same on every retry. */
  body: unknown
}

/** `lastError` of a delivery that POST /sandbox/faults made wait until a later one was sent. */
export const heldBack = 'held_back'
/** Longest wait for a later delivery. */
const heldBackSeconds = 60

export const bodyContext = (shopId: number, id: string) => `sandbox:shop:${shopId}:delivery:${id}`

/**
 * Stores a delivery of `body` in the database transaction that caused it. The caller passes the result to
 * `enqueueDeliveries` after the commit.
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

/** Queues the deliveries. Call after the commit. The sweep finds those that are lost from the queue. */
export async function enqueueDeliveries(queues: Queues, queued: readonly Queued[]): Promise<void> {
  for (const { shopId, id, afterSeconds } of queued) {
    const delivery: QueuedDelivery = { shopId, id }
    await queues.send(deliverQueue, delivery, { afterSeconds, key: id })
  }
}

export type Schedule = 'transaction' | 'checkout'
type Random = (max: number) => number

/** Seconds before retry number `count`, from 1; all documented (docs/gateway.md#delivery). */
const schedules: Record<Schedule, { retries: number; seconds: (count: number, random: Random) => number }> = {
  /** About 37 hours in all. */
  transaction: {
    retries: 15,
    seconds: (count, random) => Math.trunc(2.12 * count) ** 3 + random(30) * (count + 1),
  },
  checkout: { retries: 2, seconds: (count, random) => count ** 4 + 15 + random(30) * (count + 1) },
}

export const maxRetries = (schedule: Schedule): number => schedules[schedule].retries

/**
 * Returns the seconds before retry number `count` (from 1), divided by `speed` and rounded down. Null after the last
 * retry.
 */
export function secondsBeforeRetry(
  schedule: Schedule,
  count: number,
  { speed = 1, random = randomInt }: { speed?: number; random?: Random } = {},
): number | null {
  const { retries, seconds } = schedules[schedule]
  return count > retries ? null : Math.trunc(seconds(count, random) / speed)
}
