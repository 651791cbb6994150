import 'server-only'
import { asc, lte, sql } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import { deliveries } from '../tables/deliveries'
import { deliver } from './deliver'

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
