import 'server-only'
import { eq, isNull } from 'drizzle-orm'
import { shops } from '../../../core/server/tables/shops'
import type { Engine } from '../../../db/engine'
import type { countedShops } from '../../../overview/server/tables'
import type { filledPayments } from '../tables'

/** How long one turn takes, in ms. The queue treats longer ones as dead. */
const turnMs = 20_000

interface Work {
  queue: string
  /** How far each shop is. */
  places: typeof countedShops | typeof filledPayments
  /** Does one batch and stores the place in the same transaction. Returns whether it was the last. */
  batch: (engine: Engine, shopId: string) => Promise<boolean>
}

/** Work that is done once per shop, in batches. It can be interrupted and resumed. */
export function oncePerShop({ queue, places, batch }: Work) {
  /** Works until `until` (`performance.now()`). Returns whether all is done. */
  async function run(engine: Engine, shopId: string, { until }: { until: number }): Promise<boolean> {
    for (;;) {
      if (await batch(engine, shopId)) return true
      if (performance.now() >= until) return false
    }
  }
  /** Registers its queue, and one that looks for shops which are not done. */
  async function start(engine: Engine): Promise<void> {
    await engine.queues.define<{ shopId: string }>(queue, async ({ shopId }) => {
      const isDone = await run(engine, shopId, { until: performance.now() + turnMs })
      if (!isDone) await engine.queues.send(queue, { shopId }, { key: shopId })
    })
    await engine.queues.eachMinute(`${queue}-all`, async () => {
      const rest = await engine.db
        .select({ id: shops.id })
        .from(shops)
        .leftJoin(places, eq(places.shopId, shops.id))
        .where(isNull(places.doneAt))
      for (const { id } of rest) await engine.queues.send(queue, { shopId: id }, { key: id })
    })
  }
  return { run, start }
}
