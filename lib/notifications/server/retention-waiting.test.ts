import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { shops } from '../../core/server/tables/shops'
import { onEachEngine } from '../../db/testing-engines'
import { payments, transactionStates } from '../../payments/server/tables'
import { notificationOf } from '../../payments/server/testing'
import { testOffice } from '../../testing/office'
import { processNotification } from './interpreting/process'
import { notificationRetentionEffect, retainNotifications } from './retention'
import { notifications } from './tables'

const now = new Date('2026-06-15T12:00:00Z')

onEachEngine('retention of what was never processed', (kind) => {
  const office = testOffice(kind)
  const change = (settings: Partial<typeof shops.$inferInsert>) =>
    office.engine.db.update(shops).set(settings).where(eq(shops.id, office.context.shop.id))
  beforeEach(async () => {
    await office.clear(notifications, payments, transactionStates)
    await change({
      payloadMonths: null,
      personalMonths: null,
      payloadsRemovedBefore: null,
      personalRemovedBefore: null,
    })
  })

  const store = async (uid: string, { day, isProcessed, fields }: Stored) => {
    const paid = { uid, type: 'payment', status: 'successful', amount: 900, currency: 'EUR', ...fields }
    const receivedAt = new Date(Date.UTC(2026, 0, day))
    const row = notificationOf(office.context.shop.id, paid, { isProcessed, receivedAt })
    await office.engine.db.insert(notifications).values(row)
    return row.id
  }
  type Stored = { day: number; isProcessed: boolean; fields?: object }

  const retain = async () =>
    expect(await retainNotifications(office.engine, office.context.shop.id, { now })).toBe(true)
  /** Whether each body is still there, by when it arrived. */
  const kept = async () => {
    const rows = await office.engine.db
      .select({ body: notifications.body })
      .from(notifications)
      .where(office.whereShop(notifications))
      .orderBy(asc(notifications.receivedAt))
    return rows.map(({ body }) => body.length > 0)
  }
  const effect = () => notificationRetentionEffect(office.context, { payload_months: 2, personal_months: 2 })

  it('keeps its body until it is counted, and removes it then', async () => {
    await store('before', { day: 1, isProcessed: true })
    const id = await store('stuck', { day: 2, isProcessed: false })
    await store('after', { day: 3, isProcessed: true })
    expect(await effect()).toEqual({ payloads: 2, personal: 3, waiting: 1, exact: true })
    await change({ payloadMonths: 2 })
    await retain()
    await retain()
    expect(await kept()).toEqual([false, true, false])
    await processNotification(office.context, id)
    const counted = await office.engine.db.select().from(payments).where(office.whereShop(payments))
    expect(counted).toMatchObject([{ uid: 'stuck', state: 'paid', paid: 900 }])
    await retain()
    expect(await kept()).toEqual([false, false, false])
    expect(await effect()).toMatchObject({ payloads: 0, waiting: 0 })
  })

  it('anonymises it, unless that would empty its body', async () => {
    const customer = { last_name: 'Mayer' }
    const small = await store('small', { day: 1, isProcessed: false, fields: { customer } })
    const filler = 'x'.repeat(70_000)
    const large = await store('large', { day: 2, isProcessed: false, fields: { customer, filler } })
    await store('done', { day: 3, isProcessed: true, fields: { customer, filler } })
    expect(await effect()).toMatchObject({ payloads: 1, personal: 2, waiting: 2 })
    await change({ personalMonths: 2 })
    await retain()
    expect(await kept()).toEqual([true, true, false])
    for (const id of [small, large]) await processNotification(office.context, id)
    const counted = await office.engine.db
      .select()
      .from(payments)
      .where(office.whereShop(payments))
      .orderBy(asc(payments.uid))
    expect(counted.map(({ uid, paid }) => `${uid} ${paid}`)).toEqual(['large 900', 'small 900'])
    await retain()
    expect(await kept()).toEqual([true, false, false])
    expect(await effect()).toMatchObject({ personal: 0, waiting: 0 })
  })
})
