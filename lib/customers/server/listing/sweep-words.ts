import 'server-only'
import { sweepWords } from '../../../core/server/lists/words'
import { shops } from '../../../core/server/tables/shops'
import type { Engine } from '../../../db/engine'
import { lockCustomers } from '../merging/link'
import { customerSource } from './list'

const queue = 'customers.words'

/** `after`: where the previous turn of this round stopped. */
type Round = { shopId: string; after?: string }

/** Time limit of one turn in ms. The queue treats a handler that takes much longer as dead. */
const turnMs = 20_000

/**
 * Registers the work in the queue: every night and after a start, deletes known search words that no customer has any
 * more. A name or address that was replaced is still personal data.
 */
export async function startWordSweeps({ queues, db }: Engine): Promise<void> {
  await queues.define<Round>(queue, async ({ shopId, after }) => {
    const place = await sweepWords({ db, shopId, hold: lockCustomers }, customerSource, {
      after,
      until: performance.now() + turnMs,
    })
    if (place !== null) await queues.send(queue, { shopId, after: place }, { key: shopId })
  })
  await queues.define(`${queue}-all`, async () => {
    for (const { id } of await db.select({ id: shops.id }).from(shops))
      await queues.send(queue, { shopId: id }, { key: id })
  })
  await queues.nightly(`${queue}-all`, '53 3 * * *')
}
