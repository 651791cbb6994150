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
