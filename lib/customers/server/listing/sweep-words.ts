import 'server-only'
import type { Engine } from '../../../db/engine'
import { sweepWords } from '../../../core/server/lists/words'
import { shops } from '../../../core/server/tables/shops'
import { lockCustomers } from '../merging/link'
import { customerSource } from './list'

const queue = 'customers.words'

/** `after`: where the previous message of the round stopped. */
type Round = { shopId: string; after?: string }

/** Time limit of one message in ms: the job queue takes longer ones for dead. */
const jobMs = 20_000

/**
 * Registers the work in the job queue: every night, deletes known words that no customer has any more. A name or
 * address that was replaced is still personal data.
 */
export async function startWordSweeps({ jobs, db }: Engine): Promise<void> {
  await jobs.define<Round>(queue, async ({ shopId, after }) => {
    const place = await sweepWords({ db, shopId, hold: lockCustomers }, customerSource, {
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
