import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { eventually } from '../../../testing/eventually'
import { testOffice } from '../../../testing/office'
import { notificationStore } from './store'
import { receivedIn } from './testing-received'

onEachEngine('notifications that come again while they are processed', (kind) => {
  const office = testOffice(kind)
  const received = (n: number) => receivedIn(office.context.shop.id, n)

  // The embedded database has one connection.
  it.skipIf(kind === 'embedded')(
    'are stored though each side has rows that the other waits for',
    async () => {
      const { db } = office.engine
      const store = notificationStore(office.engine)
      const storeBoth = () => Promise.all([1, 2].map((n) => store.store(received(n))))
      await storeBoth()
      let again: ReturnType<typeof storeBoth> | undefined
      const processing = db.transaction(async (tx) => {
        const lock = (n: number) =>
          tx.execute(sql`SELECT 1 FROM notifications WHERE shop_id = ${office.context.shop.id}
          AND fingerprint = ${Buffer.from(String(n))} FOR UPDATE`)
        await lock(2)
        again = storeBoth()
        await eventually(async () => {
          const { rows } = await db.execute(sql`SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`)
          expect(rows).toHaveLength(1)
        })
        await lock(1)
      })
      // PostgreSQL ends the side that has waited for a second first, usually the one that stores.
      const ended = await processing.then(
        () => null,
        ({ cause }: { cause?: { code?: string } }) => cause?.code,
      )
      expect([null, '40P01']).toContain(ended)
      expect(await again).toMatchObject([{ isRepeated: true }, { isRepeated: true }])
    },
  )
})
