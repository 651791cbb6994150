import { beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { notificationOf } from '../../../payments/server/testing'
import { testOffice } from '../../../testing/office'
import { notifications } from '../tables'
import { processNotification } from '../interpreting/process'
import { readNotificationDetail } from './read'

onEachEngine('notifications of a transaction that came within a millisecond', (kind) => {
  const office = testOffice(kind)
  beforeEach(() => office.clear(notifications))

  it('are compared with the one right before, and listed in their order', async () => {
    const { context, engine } = office
    const other = { ...context, shop: await office.insertShop(`shop-${crypto.randomUUID()}`) }
    const at = new Date('2026-11-02T10:00:00.123Z')
    const ids: string[] = []
    for (const each of [context, other])
      for (const status of ['incomplete', 'pending', 'successful', 'failed']) {
        const row = notificationOf(
          each.shop.id,
          { uid: 'same-moment', type: 'payment', status, amount: 500, currency: 'EUR' },
          { isProcessed: false },
        )
        await engine.db.insert(notifications).values({ ...row, receivedAt: at, lastReceivedAt: at })
        await processNotification(each, row.id)
        if (each === context) ids.push(row.id)
      }
    ids.sort((a, b) => a.localeCompare(b))
    const read = await Promise.all(ids.map((id) => readNotificationDetail(context, id)))
    expect(read.map(({ previous }) => previous?.id ?? null)).toEqual([null, ...ids.slice(0, -1)])
    expect(read[0]?.transaction.map(({ id }) => id)).toEqual(ids)
  })
})

onEachEngine('notifications whose bodies cannot be compared', (kind) => {
  const office = testOffice(kind)
  beforeEach(() => office.clear(notifications))
  const insert = async (status: string, row: Partial<typeof notifications.$inferInsert> = {}) => {
    const { context, engine } = office
    const transaction = { uid: 'one', type: 'payment', status, amount: 500, currency: 'EUR' }
    const values = notificationOf(context.shop.id, transaction, row)
    await engine.db.insert(notifications).values(values)
    return values.id
  }
  const removed = { body: Buffer.alloc(0), payloadRemovedAt: new Date() }
  const tooLarge = { body: Buffer.from(JSON.stringify({ transaction: { more: 'x'.repeat(70_000) } })) }
  const compared = async (id: string) => {
    const { previous, deliveries } = await readNotificationDetail(office.context, id)
    return { previous, deliveries }
  }

  it.each([
    ['the earlier is gone', removed, {}],
    ['the later is gone', {}, removed],
    ['both are gone', removed, removed],
    ['one is too large', {}, tooLarge],
    ['one is not JSON', { body: Buffer.from('{') }, {}],
  ])('are not said to be alike, or different: %s', async (_what, earlier, later) => {
    await insert('incomplete', { ...earlier, receivedAt: new Date('2026-11-02T10:00:00Z') })
    const id = await insert('successful', later)
    await insert('successful', { ...earlier, duplicateOf: id })
    const { previous, deliveries } = await compared(id)
    expect(previous).toMatchObject({ status: 'incomplete', difference: [], compared: false })
    expect(deliveries).toMatchObject([{ difference: [], compared: false }])
  })

  it('are compared where both are here', async () => {
    await insert('incomplete', { receivedAt: new Date('2026-11-02T10:00:00Z') })
    const id = await insert('successful')
    await insert('successful', { duplicateOf: id })
    const { previous, deliveries } = await compared(id)
    expect(previous).toMatchObject({ difference: [{ path: 'transaction.status' }], compared: true })
    expect(deliveries).toMatchObject([{ difference: [], compared: true }])
  })
})
