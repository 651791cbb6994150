import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { anonymiseCustomer } from '../../../customers/server/anonymising/anonymise'
import { customerDetail } from '../../../customers/server/reading/read'
import { customersOf } from '../../../customers/server/testing'
import { forwardingAttempts, forwardingMessages } from '../../../forwarding/server/tables'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { notificationListQuery } from '../../schema'
import { processNotification } from '../interpreting/process'
import { finishAnonymisation, finishAnonymisations, startAnonymisation } from './anonymisations'
import { listNotifications } from '../reading/list'
import { readNotificationDetail } from '../reading/read'
import { anonymisations, notificationDeliveries, notifications } from '../tables'

onEachEngine('people who are anonymised in many notifications page by page', (kind) => {
  const office = testOffice(kind)
  let here: ReturnType<typeof customersOf>
  beforeAll(async () => {
    here = customersOf(office)
    await here.synced()
  })

  /** Inserts copies of a notification with the same keys. */
  const copy = (id: string, times: number) =>
    office.engine.db.execute(sql`
        INSERT INTO notifications (shop_id, id, received_at, last_received_at, body, fingerprint, headers, signature,
          credentials, authenticity, processed_at, kind, description, email, keys, search, search_personal)
        SELECT shop_id, gen_random_uuid(), received_at, last_received_at, body, fingerprint || int4send(n), headers,
          signature, credentials, authenticity, processed_at, kind, description, email, keys, search, search_personal
        FROM notifications, generate_series(1, ${times}) n WHERE ${office.whereShop(notifications)} AND id = ${id}`)
  const all = async () => {
    const rows = await office.engine.db.select().from(notifications).where(office.whereShop(notifications))
    return rows.map((row) => JSON.stringify({ ...row, body: row.body.toString() }))
  }
  const naming = async (name: string) => (await all()).filter((row) => row.includes(name)).length

  it('are hidden at once, and removed from storage after an interruption', async () => {
    const { context, engine } = office
    const email = 'many@x.example'
    const named = { customer: { email, first_name: 'Manyname' }, description: 'For Manyname Sur' }
    const notification = await here.notify(named)
    await copy(notification, 49)
    const whom = {
      customerIds: ['cst_x'],
      keys: [`email:${email}`],
      names: { texts: ['Manyname Sur'], ids: [] },
    }
    const { anonymisation, found } = await engine.db.transaction((tx) =>
      startAnonymisation(tx, context.shop.id, whom),
    )
    expect(found).toBe(50)
    const shown = await readNotificationDetail(context, notification)
    expect(JSON.stringify(shown)).not.toMatch(/many/i)
    expect(shown.payload).toMatchObject({ transaction: { description: 'For •••', amount: 500 } })
    for (const q of [email, 'Manyname']) {
      const list = await listNotifications(context, notificationListQuery.parse({ q }))
      expect(list.items).toEqual([])
    }
    expect(await naming('Manyname')).toBe(50)
    expect(await finishAnonymisation(context, anonymisation, 20)).toBe(false)
    expect(await naming('Manyname')).toBe(30)
    expect(await engine.db.select().from(anonymisations)).toHaveLength(1)
    await Promise.all([finishAnonymisations(context), finishAnonymisations(context)])
    await finishAnonymisations(context) // Each of two concurrent runs skips rows that the other holds.
    expect(await naming('Manyname')).toBe(0)
    expect(await naming('For •••')).toBe(50)
    expect(await engine.db.select().from(anonymisations)).toEqual([])
    expect(await finishAnonymisation(context, anonymisation)).toBe(true)
  })

  it('are removed from 500 notifications before the answer, which counts the rest', async () => {
    const email = 'few@x.example'
    const [id = ''] = await here.insert({ email, first_name: 'Fewname' })
    const notification = await here.notify({ customer: { email, first_name: 'Fewname' } })
    await copy(notification, 519)
    expect(await anonymiseCustomer(office.context, id)).toMatchObject({ notifications_left: 20 })
    expect(await naming('Fewname')).toBe(20)
    await finishAnonymisations(office.context)
    expect(await customerDetail(office.context, id)).toMatchObject({ notifications_left: 0 })
    expect(await naming('Fewname')).toBe(0)
  })

  it('are all redacted if one body names two of them', async () => {
    const { context, engine } = office
    const notification = await here.notify({
      customer: { email: 'two@x.example', external_id: 'two-2' },
      description: 'Firstperson and Secondperson',
    })
    const start = (key: string, name: string) =>
      engine.db.transaction((tx) =>
        startAnonymisation(tx, context.shop.id, {
          customerIds: [name],
          keys: [key],
          names: { texts: [name], ids: [] },
        }),
      )
    await start('email:two@x.example', 'Firstperson')
    await engine.db
      .update(notifications)
      .set({ keys: ['external_id:two-2'] })
      .where(office.whereShop(notifications, eq(notifications.id, notification)))
    await start('external_id:two-2', 'Secondperson')
    await finishAnonymisations(context)
    expect(await naming('Firstperson')).toBe(0)
    expect(await naming('Secondperson')).toBe(0)
    expect(await engine.db.select().from(anonymisations)).toEqual([])
  })

  it('are removed from what receivers of their notifications answered', async () => {
    const { context, engine } = office
    const shopId = context.shop.id
    const [theirs, another] = [
      await here.notify({ customer: { email: 'echo@x.example' } }),
      await here.notify({ customer: { email: 'other@x.example' } }),
    ]
    const at = new Date()
    for (const notificationId of [theirs, another]) {
      const id = crypto.randomUUID()
      const state = 'delivered' as const
      const endpointId = crypto.randomUUID()
      await engine.db
        .insert(forwardingMessages)
        .values({ shopId, id, endpointId, notificationId, state, roundAt: at, createdAt: at })
      const attempt = { shopId, messageId: id, id: crypto.randomUUID(), at, milliseconds: 1 }
      await engine.db.insert(forwardingAttempts).values({ ...attempt, answer: `of ${notificationId}` })
    }
    const whom = { customerIds: [], keys: ['email:echo@x.example'], names: { texts: [], ids: [] } }
    await engine.db.transaction((tx) => startAnonymisation(tx, shopId, whom))
    const attempts = await engine.db
      .select({ answer: forwardingAttempts.answer })
      .from(forwardingAttempts)
      .where(office.whereShop(forwardingAttempts))
    expect(attempts).toHaveLength(2)
    expect(attempts.flatMap(({ answer }) => answer ?? [])).toEqual([`of ${another}`])
  })

  it('are removed from what a verification endpoint said of them', async () => {
    const { context, engine } = office
    const shopId = context.shop.id
    const id = await here.notify({ customer: { email: 'declined@x.example' } })
    const said = { code: 1, endpoint_status: 200, answered_in_ms: 5 } as const
    const answer = { ...said, reason: 'endpoint_declined', message: 'Declinedname owes us' } as const
    await engine.db
      .update(notifications)
      .set({ answer })
      .where(office.whereShop(notifications, eq(notifications.id, id)))
    const delivery = { shopId, notificationId: id, id: crypto.randomUUID(), at: new Date() }
    await engine.db.insert(notificationDeliveries).values({ ...delivery, sourceAddress: '', answer })
    const whom = { customerIds: [], keys: ['email:declined@x.example'], names: { texts: [], ids: [] } }
    await engine.db.transaction((tx) => startAnonymisation(tx, shopId, whom))
    const rows = [
      ...(await engine.db
        .select()
        .from(notifications)
        .where(office.whereShop(notifications, eq(notifications.id, id)))),
      ...(await engine.db
        .select()
        .from(notificationDeliveries)
        .where(office.whereShop(notificationDeliveries))),
    ]
    const forgotten = { ...answer, message: null }
    expect(rows.map((row) => row.answer)).toEqual([forgotten, forgotten])
  })

  it('are redacted in a verification request, which becomes no payment', async () => {
    const { context, engine } = office
    const email = 'asked@x.example'
    const [customer = ''] = await here.insert({ email })
    const id = await here.store({ customer: { email, first_name: 'Askedname' } })
    const whereIt = office.whereShop(notifications, eq(notifications.id, id))
    await engine.db.update(notifications).set({ hook: 'verification' }).where(whereIt)
    await processNotification(context, id)
    await anonymiseCustomer(context, customer)
    expect(await naming('Askedname')).toBe(0)
    expect(await readNotificationDetail(context, id)).toMatchObject({ kind: 'verification', amount: 500 })
  })

  it('are redacted after a checkout of theirs expired, which is no payment', async () => {
    const email = 'expired@x.example'
    const [id = ''] = await here.insert({ email, external_id: 'exp-1' })
    const expired = await here.notifyWhole({
      token: 'tok',
      shop_id: 361,
      status: 'error',
      message: 'expired',
      expired: true,
      finished: true,
      customer: { email, external_id: 'exp-1', first_name: 'Expiredname' },
      order: { amount: 300, currency: 'EUR', description: 'Cart', tracking_id: 'exp-1' },
    })
    const read = async () => {
      const [row] = await office.engine.db
        .select()
        .from(notifications)
        .where(office.whereShop(notifications, eq(notifications.id, expired)))
      return row
    }
    expect((await read())?.keys).toEqual([`email:${email}`, 'external_id:exp-1', 'tracking_id:exp-1'])
    expect(await customerDetail(office.context, id)).toMatchObject({ totals: [], last_paid_at: null })
    await anonymiseCustomer(office.context, id)
    expect(await read()).toMatchObject({ keys: [], kind: 'expired_checkout', amount: 300 })
    expect(await naming('Expiredname')).toBe(0)
  })
})
