import 'server-only'
import type { Engine } from '../../db/engine'
import { sweepWords } from '../../core/server/lists/words'
import { shops } from '../../core/server/tables/shops'
import { holdCustomers } from './link'
import { customerSource } from './list'

const queue = 'customers.words'

/** `after`: where the job before this one, of the same round, ended. */
type Round = { shopId: string; after?: string }

/** How long one job goes on, in ms: a queue takes longer ones for dead. */
const jobMs = 20_000

/**
 * Registers the work: every night, words of customers that stand nowhere any more are forgotten. A name that the
 * gateway changed, or an address that was corrected here and is not any more, is the person's all the same.
 */
export async function startWordSweeps({ jobs, db }: Engine): Promise<void> {
  await jobs.define<Round>(queue, async ({ shopId, after }) => {
    const place = await sweepWords({ db, shopId, hold: holdCustomers }, customerSource, {
      after,
      until: performance.now() + jobMs,
    })
    if (place !== null) await jobs.send(queue, { shopId, after: place }, { key: shopId })
  })
  await jobs.define(`${queue}-all`, async () => {
    for (const { id } of await db.select({ id: shops.id }).from(shops))
      await jobs.send(queue, { shopId: id }, { key: id })
  })
  await jobs.schedule(`${queue}-all`, '53 3 * * *')
}
