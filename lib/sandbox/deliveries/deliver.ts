import 'server-only'
import { and, eq, lte, sql } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import { loadShop } from '../shops'
import { deliveries } from '../tables/deliveries'
import { postNotification, type PostResult } from './post'
import { announceDelivery, type DeliverJob } from './queue'
import { secondsBeforeRetry } from './schedule'

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
  const result = await postNotification(shop, claimed.body)
  const wait = await settle(engine, { shopId, id, attempts: claimed.attempts }, result)
  if (wait !== null) await announceDelivery(engine.jobs, shopId, id, wait)
}

const here = ({ shopId, id }: DeliverJob) => and(eq(deliveries.shopId, shopId), eq(deliveries.id, id))
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`

/** Counts the try and moves the next one away, so that job and sweep do not send the same at once. */
async function claim({ db }: Engine, job: DeliverJob) {
  const [row] = await db
    .update(deliveries)
    .set({ attempts: sql`${deliveries.attempts} + 1`, nextAttemptAt: inSeconds(leaseSeconds) })
    .where(and(here(job), lte(deliveries.nextAttemptAt, sql`now()`)))
    .returning({ body: deliveries.body, attempts: deliveries.attempts })
  return row ?? null
}

/** Notes how it went. Returns the seconds to wait before the next try, null where there is none. */
async function settle({ db }: Engine, job: DeliverJob & { attempts: number }, { status, error }: PostResult) {
  const delivered = status !== null && status >= 200 && status < 300
  const wait = delivered ? null : secondsBeforeRetry(job.attempts)
  await db
    .update(deliveries)
    .set({
      lastStatus: status,
      lastError: error,
      deliveredAt: delivered ? sql`now()` : null,
      nextAttemptAt: wait === null ? null : inSeconds(wait),
    })
    .where(here(job))
  return wait
}
