import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import type { ActorContext } from '../../core/server/context'
import { loadShop } from '../../core/server/shop/load'
import { shops } from '../../core/server/tables/shops'
import { listen, settingsVersion, testOffice } from '../../testing/office'
import { deliverMessages } from './deliver'
import { listAlerts, raiseAlert } from './list'
import { changeAlertSettings } from './settings'
import { alertMessages, alerts } from './tables'
import { writeMessages } from './tell'

onEachEngine('a message about an alert comes once', (kind) => {
  const office = testOffice(kind)
  let chat: Awaited<ReturnType<typeof listen>>
  let posts = 0
  let made = 0
  let answer = async () => 200
  let shop: ActorContext
  beforeAll(async () => {
    chat = await listen((_, response) => {
      posts += 1
      void answer().then((status) => response.writeHead(status).end())
    })
  })
  afterAll(() => chat.close())
  beforeEach(async () => {
    posts = 0
    answer = async () => 200
    const { db } = office.engine
    await db.delete(alertMessages)
    const { id } = await office.insertShop(`shop-${1000 + made++}`)
    await db.update(shops).set({ mode: 'sandbox' }).where(eq(shops.id, id))
    const loaded = await loadShop(db, id)
    if (!loaded) throw new Error('no shop')
    shop = { ...office.context, shop: loaded, actor: await office.insertPerson(id) }
    const version = await settingsVersion(db, id)
    await changeAlertSettings(shop, { version, chat: { enabled: true, kind: 'slack', url: `${chat.url}/` } })
  })
  const raise = async (...subjects: string[]) => {
    for (const subject of subjects)
      await raiseAlert(office.engine.db, shop.shop.id, { kind: 'forwarding_disabled', subject, detail: {} })
    await writeMessages(office.engine)
  }
  const deliveries = async () => (await listAlerts(shop)).open.flatMap((one) => one.deliveries)

  it('also where a frozen process fails to send it after another one sent it', async () => {
    answer = async () => {
      await office.engine.db
        .update(alertMessages)
        .set({ deliveredAt: sql`now()`, nextAttemptAt: null, lastOutcome: 'delivered', lastStatus: 200 })
      return 500
    }
    await raise('one')
    await deliverMessages(office.engine)
    expect(await deliveries()).toMatchObject([
      { delivered_at: expect.any(String), next_attempt_at: null, last: { outcome: 'delivered' } },
    ])
  })

  it('also where the clock was put back after a failed attempt: within its longest pause', async () => {
    answer = async () => 500
    await raise('one')
    await deliverMessages(office.engine)
    answer = async () => 200
    const planned = (hours: number) =>
      office.engine.db
        .update(alertMessages)
        .set({ nextAttemptAt: sql`now() + make_interval(hours => ${hours})` })
    await planned(2)
    await deliverMessages(office.engine)
    expect(posts).toBe(1)
    await planned(9)
    await deliverMessages(office.engine)
    await deliverMessages(office.engine)
    expect(posts).toBe(2)
  })

  it('also the reminder of an alert that was told before the clock was put back', async () => {
    await raise('one')
    const occasions = async () => (await deliveries()).map(({ occasion }) => occasion)
    const told = async (minutes: number) => {
      await office.engine.db
        .update(alerts)
        .set({ sentAt: sql`now() + make_interval(mins => ${minutes})` })
        .where(eq(alerts.shopId, shop.shop.id))
      await writeMessages(office.engine)
    }
    await told(30)
    expect(await occasions()).toEqual(['raised'])
    await told(120)
    await writeMessages(office.engine)
    expect(await occasions()).toEqual(['raised', 'reminder'])
  })

  it('also where the process ends: it begins no other', async () => {
    const ending = new AbortController()
    answer = async () => {
      ending.abort()
      return 200
    }
    await raise('one', 'two', 'three', 'four', 'five', 'six')
    await deliverMessages({ ...office.engine, ending: ending.signal })
    expect(posts).toBeLessThanOrEqual(4)
    answer = async () => 200
    await deliverMessages(office.engine)
    expect(posts).toBe(6)
    expect((await deliveries()).every((one) => one.delivered_at !== null)).toBe(true)
  })
})
