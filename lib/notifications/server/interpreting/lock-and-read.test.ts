import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { testEngines } from '../../../db/testing'
import { lockLedger } from '../../../payments/server/ledger/ledger'
import { notificationOf } from '../../../payments/server/testing'
import { eventually } from '../../../testing/eventually'
import { testOffice } from '../../../testing/office'
import { notifications } from '../tables'
import { processMany } from './process'

const hasServer = testEngines.some(({ kind, isAvailable }) => kind === 'server' && isAvailable)

describe.skipIf(!hasServer)('a notification that changes while its ledger is locked', () => {
  const office = testOffice('server')
  const waiting = (uid: string) =>
    notificationOf(
      office.context.shop.id,
      { uid, type: 'payment', status: 'successful', amount: 700, currency: 'EUR', message: 'Before' },
      { isProcessed: false },
    )
  const itWaits = async () => {
    const { rows } = await office.engine.db.execute(sql`SELECT 1 FROM pg_locks l
      JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
      WHERE l.locktype = 'advisory' AND NOT l.granted`)
    expect(rows).toHaveLength(1)
  }

  it('is processed as it is then, and not while it is anonymised', async () => {
    const { context, engine, whereShop } = office
    const [changed, same, anonymised] = [waiting('changed'), waiting('same'), waiting('anonymised')]
    await engine.db.insert(notifications).values([changed, same, anonymised])
    let processing: Promise<void> | undefined
    await engine.db.transaction(async (tx) => {
      await lockLedger(tx, context.shop.id)
      processing = processMany(context, [changed.id, same.id, anonymised.id])
      await eventually(itWaits)
      await tx
        .update(notifications)
        .set({ body: Buffer.from(changed.body.toString().replace('Before', 'After')) })
        .where(whereShop(notifications, eq(notifications.id, changed.id)))
      await tx
        .update(notifications)
        .set({ anonymisationId: crypto.randomUUID() })
        .where(whereShop(notifications, eq(notifications.id, anonymised.id)))
    })
    await processing
    const rows = await engine.db
      .select({ uid: notifications.uid, message: notifications.message })
      .from(notifications)
      .where(whereShop(notifications))
      .orderBy(notifications.uid)
    expect(rows).toEqual([
      { uid: 'changed', message: 'After' },
      { uid: 'same', message: 'Before' },
      { uid: null, message: null },
    ])
  })
})
