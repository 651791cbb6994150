import 'server-only'
import { and, eq, gt, lte, sql, asc } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import { loadShop } from '../shops'
import { deliveries } from '../tables/deliveries'
import { postNotification, type PostResult } from './post'
import { announceDelivery, bodyContext, deliverQueue, heldBack, type DeliverJob } from './queue'
import { secondsBeforeRetry, type Schedule } from './schedule'

/** How long a sending has before the sweep takes it for lost; well beyond its time limit. */
const leaseSeconds = 60

/**
 * Sends a delivery that is due, and schedules the next try unless a 2xx came back. At least once: a receiver
 * may hear twice of the same, when this process ends between its answer and the note of it.
 */
export async function deliver(engine: Engine, { shopId, id }: DeliverJob): Promise<void> {
  const claimed = await claim(engine, { shopId, id })
  if (!claimed) return
  const shop = await loadShop(engine.db, engine.sealer, shopId)
  if (!shop) return
  const body = Buffer.from(engine.sealer.unseal(claimed.bodySealed, bodyContext(shopId, id)))
  const result = await postNotification(shop, claimed.url, body)
  const made = { shopId, id, schedule: claimed.schedule, attempts: claimed.attempts, speed: shop.retrySpeed }
  const wait = await settle(engine, made, result)
  if (wait !== null) await announceDelivery(engine.jobs, [{ shopId, id, afterSeconds: wait }])
  await releaseHeldBack(engine, shopId)
}

const here = ({ shopId, id }: DeliverJob) => and(eq(deliveries.shopId, shopId), eq(deliveries.id, id))
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`

/** Counts the try and moves the next one away, so that job and sweep do not send the same at once. */
async function claim({ db }: Engine, job: DeliverJob) {
  const [row] = await db
    .update(deliveries)
    .set({ attempts: sql`${deliveries.attempts} + 1`, nextAttemptAt: inSeconds(leaseSeconds) })
    .where(and(here(job), lte(deliveries.nextAttemptAt, sql`now()`)))
    .returning({
      url: deliveries.url,
      schedule: deliveries.schedule,
      bodySealed: deliveries.bodySealed,
      attempts: deliveries.attempts,
    })
  return row ?? null
}

type Try = DeliverJob & { schedule: Schedule; attempts: number; speed: number }

/** Notes how it went. Returns the seconds to wait before the next try, null where there is none. */
async function settle({ db }: Engine, made: Try, { status, error }: PostResult): Promise<number | null> {
  const delivered = status !== null && status >= 200 && status < 300
  const wait = delivered ? null : secondsBeforeRetry(made.schedule, made.attempts, { speed: made.speed })
  await db
    .update(deliveries)
    .set({
      lastStatus: status,
      lastError: error,
      deliveredAt: delivered ? sql`now()` : null,
      nextAttemptAt: wait === null ? null : inSeconds(wait),
    })
    .where(here(made))
  return wait
}

/** What was to go out of order goes now, after a later one. */
async function releaseHeldBack({ db, jobs }: Engine, shopId: number): Promise<void> {
  const released = await db
    .update(deliveries)
    .set({ lastError: null, nextAttemptAt: sql`now()` })
    .where(
      and(
        eq(deliveries.shopId, shopId),
        eq(deliveries.lastError, heldBack),
        eq(deliveries.attempts, 0),
        gt(deliveries.nextAttemptAt, sql`now()`),
      ),
    )
    .returning({ id: deliveries.id })
  // Its first job still waits under its own key, and finds nothing to do by then.
  for (const { id } of released) await jobs.send(deliverQueue, { shopId, id }, { key: `${id}:released` })
}

export const sweepQueue = 'sandbox.sweep'

/** At most so many in one go, so many at once: with every receiver silent a sweep still ends in time. */
const batch = 40
const atOnce = 4

/** Sends what is due and whose job was lost: the process ended after the commit, or in the middle of sending. */
export async function sweepDeliveries(engine: Engine): Promise<void> {
  const due = await engine.db
    .select({ shopId: deliveries.shopId, id: deliveries.id })
    .from(deliveries)
    .where(lte(deliveries.nextAttemptAt, sql`now()`))
    .orderBy(asc(deliveries.nextAttemptAt))
    .limit(batch)
  const work = async () => {
    for (let next = due.shift(); next; next = due.shift()) await deliver(engine, next)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
