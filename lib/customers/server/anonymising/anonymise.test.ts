import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { keepCardToken } from '../../../card-tokens/server/keep'
import { cardTokens } from '../../../card-tokens/server/tables'
import { checkouts } from '../../../checkouts/server/tables'
import { checkoutsOf } from '../../../checkouts/server/testing'
import { learnWords } from '../../../core/server/lists/words'
import { activity, idempotencyKeys } from '../../../core/server/tables/requests'
import { syncs } from '../../../core/server/tables/mirrors'
import { onEachEngine } from '../../../db/testing-engines'
import { notifications } from '../../../notifications/server/tables'
import { testOffice } from '../../../testing/office'
import { customerListQuery } from '../../schema'
import { anonymiseCustomer } from './anonymise'
import { changeCustomer, addNote } from '../create'
import { listCustomers } from '../listing/list'
import { mergeCustomer } from '../merging/merge'
import { customers } from '../tables'
import { customersOf } from '../testing'

const maria = {
  first_name: 'Maria',
  last_name: 'Kellermann',
  address: 'Lindenweg 48',
  city: 'Leipzigtown',
  country: 'DE',
  zip: '04109-x',
  phone: '+49 171 2345678',
  email: 'Maria.Kellermann@reader.example',
  ip: '198.51.100.17',
  external_id: 'reader-118',
}
/** Must no longer occur anywhere, in upper or lower case. */
const personal =
  /kellermann|lindenweg|leipzigtown|04109-x|2345678|198\.51\.100\.17|reader-118|new@mail|secret note|press/i

onEachEngine('a customer who is anonymised for a data-protection request', (kind) => {
  const office = testOffice(kind)
  let here: ReturnType<typeof customersOf>
  beforeAll(async () => {
    here = customersOf(office)
    await here.synced()
  })

  const everything = async () => {
    const { rows: tables } = await office.engine.db.execute<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    )
    const parts: string[] = []
    for (const { name } of tables) {
      const { rows } = await office.engine.db.execute<{ row: string }>(
        name === 'notifications'
          ? `SELECT t::text || convert_from(body, 'UTF8') AS row FROM notifications t`
          : `SELECT t::text AS row FROM "${name}" t`,
      )
      parts.push(...rows.map(({ row }) => `${name}: ${row}`))
    }
    return parts.filter((part) => personal.test(part))
  }

  it('removes a person from every table, for good', async () => {
    const { context } = office
    const { db } = office.engine
    const [id = '', other = '', friend = ''] = await here.insert(
      maria,
      { email: 'kellermann@mail.example', first_name: 'M.' },
      { email: 'friend@x.example', first_name: 'Friend' },
    )
    const transaction = {
      customer: { email: maria.email.toUpperCase(), ip: maria.ip },
      billing_address: { ...maria, email: undefined },
      description: 'Order of Maria Kellermann',
      tracking_id: 'order-7; reader-118',
      credit_card: { last_4: '4242', holder: 'M KELLERMANN', brand: 'visa' },
      amount: 900,
    }
    const trusted = await here.notify(transaction)
    await here.notify(transaction, 'unverified')
    const kept = await here.notify({ customer: { email: 'friend@x.example' } })
    await addNote(context, id, { text: 'a secret note' })
    await changeCustomer(context, id, { labels: ['press'], contact: { email: 'new@mail.example' } })
    await mergeCustomer(context, id, other)
    const order = { description: 'Books for Maria Kellermann', tracking_id: 'order-8;reader-118' }
    const customer = { email: maria.email, first_name: 'Maria', phone: maria.phone }
    const settings = { credit_card_fields: { holder: 'M KELLERMANN' }, language: 'de' }
    const { insert } = checkoutsOf(office)
    const byAddress = await insert({ order, customer, settings })
    await learnWords(db, context.shop.id, 'checkouts', [order.description])
    await insert({ order: { description: 'Kellermann again' } }, { customerId: id })
    const friends = await insert({ customer: { email: 'friend@x.example' } })
    for (const holder of ['MARIA KELLERMANN', 'A FRIEND'])
      await db.transaction((tx) =>
        keepCardToken(tx, context, {
          token: crypto.randomUUID(),
          facts: { holder, email: holder === 'A FRIEND' ? 'friend@x.example' : maria.email },
          source: 'pasted',
        }),
      )
    await db.insert(idempotencyKeys).values({
      shopId: context.shop.id,
      userId: context.actor.userId,
      route: 'POST /x',
      state: 'done',
      key: 'k',
      fingerprint: Buffer.alloc(32),
      response: { id: friend, email: 'friend@x.example', duplicates: [{ ...maria, id }], merged: [] },
    })
    expect((await everything()).length).toBeGreaterThan(6)

    // Anonymises through the merged customer: it is the same person.
    expect(await anonymiseCustomer(context, other)).toMatchObject({
      id: other,
      anonymised: true,
      merged_into: id,
    })
    const anonymise = async () => {
      expect(await everything()).toEqual([])
      const [row] = await db
        .select()
        .from(customers)
        .where(office.whereShop(customers, eq(customers.id, id)))
      expect(row).toMatchObject({
        firstName: null,
        email: null,
        externalId: null,
        country: null,
        labels: [],
        contact: null,
        keys: [],
        notificationWords: [],
        raw: { id, first_name: null, email: null },
      })
    }
    await anonymise()
    const [payment] = await db
      .select()
      .from(notifications)
      .where(office.whereShop(notifications, eq(notifications.id, trusted)))
    expect(payment).toMatchObject({ amount: 900, currency: 'EUR', email: null, description: 'Order of •••', trackingId: 'order-7;•••' }) // prettier-ignore
    const [untouched] = await db
      .select()
      .from(notifications)
      .where(office.whereShop(notifications, eq(notifications.id, kept)))
    expect(untouched?.email).toBe('friend@x.example')

    const [made] = await db
      .select()
      .from(checkouts)
      .where(office.whereShop(checkouts, eq(checkouts.id, byAddress)))
    expect(made).toMatchObject({
      amount: 900,
      email: null,
      request: {
        order: { description: 'Books for •••', tracking_id: 'order-8;•••' },
        settings: { language: 'de' },
      },
    })
    const [theirs] = await db
      .select()
      .from(checkouts)
      .where(office.whereShop(checkouts, eq(checkouts.id, friends)))
    expect(theirs?.email).toBe('friend@x.example')
    expect(
      (await db.select().from(cardTokens).where(office.whereShop(cardTokens))).map(({ holder }) => holder),
    ).toEqual(['A FRIEND'])

    await here.insert({ ...maria, id })
    await here.notify({ uid: 'later', customer: { email: 'someone@x.example' } })
    await db.update(syncs).set({ syncedAt: new Date() }).where(office.whereShop(syncs))
    await anonymise()
    const page = await listCustomers(context, customerListQuery.parse({ q: id }))
    expect(page.items).toMatchObject([{ id, anonymised: true, email: null }])
    const log = await db
      .select()
      .from(activity)
      .where(office.whereShop(activity, eq(activity.action, 'customer.anonymised')))
      .orderBy(activity.id)
    expect(log.map(({ subject, detail }) => [subject, detail])).toEqual(
      [id, other].map((one) => [
        one,
        { notifications: 2, notes: 1, checkouts: 2, card_tokens: 1, customers: [id, other] },
      ]),
    )
    await anonymiseCustomer(context, id)
    expect(
      await db
        .select()
        .from(activity)
        .where(office.whereShop(activity, eq(activity.action, 'customer.anonymised'))),
    ).toHaveLength(2)
  })

  it('removes a person from checkouts for nobody in particular that they paid', async () => {
    const { insert } = checkoutsOf(office)
    const [id = ''] = await here.insert({ email: 'payer@x.example', first_name: 'Paula' })
    const named = { customer: { first_name: 'Paula', phone: '+49 171 5550001' } }
    const [paid, others] = [
      await insert(named, { token: 'token-paid' }),
      await insert(
        { customer: { email: 'friend@x.example', first_name: 'Fred' } },
        { token: 'token-friend' },
      ),
    ]
    for (const token of ['token-paid', 'token-friend'])
      await here.notify({
        customer: { email: 'payer@x.example' },
        additional_data: { vendor: { name: 'CTP', token } },
        amount: 900,
      })
    await anonymiseCustomer(office.context, id)
    const rows = await office.engine.db.select().from(checkouts).where(office.whereShop(checkouts))
    const customerOf = (one: string) => rows.find((row) => row.id === one)?.request.customer
    expect(customerOf(paid)).toBeUndefined()
    expect(customerOf(others)).toMatchObject({ first_name: 'Fred' })
  })

  it('removes a person from unpaid checkouts that name their external ID', async () => {
    const { insert } = checkoutsOf(office)
    const [id = '', friend = ''] = await here.insert(
      { first_name: 'Xenia', external_id: 'X-77' },
      { first_name: 'Fred' },
    )
    const walkIns = Array.from({ length: 21 }, () => ({ external_id: 'walk-in' }))
    const [walkIn = ''] = await here.insert(...walkIns)
    const customer = { first_name: 'Xenia', phone: '+49 171 5550001', external_id: '\u00a0X-77\t' }
    const [theirs, other, ofFriend, shared] = [
      await insert({ customer }),
      await insert({ customer: { ...customer, external_id: 'X-78' } }),
      await insert({ customer }, { customerId: friend }),
      await insert({ customer: { ...customer, external_id: 'walk-in' } }),
    ]
    const elsewhere = await office.insertShop(`other-${crypto.randomUUID()}`)
    const inOtherShop = await insert({ customer }, { shopId: elsewhere.id })
    for (const one of [id, walkIn]) await anonymiseCustomer(office.context, one)
    const rows = await office.engine.db.select().from(checkouts)
    const nameIn = (one: string) => rows.find((row) => row.id === one)?.request.customer?.first_name
    expect(nameIn(theirs)).toBeUndefined()
    for (const kept of [other, ofFriend, shared, inOtherShop]) expect(nameIn(kept)).toBe('Xenia')
  })

  it('keeps data of others who share a generic address or an ID', async () => {
    const walkIns = Array.from({ length: 22 }, (_, n) => ({ email: 'cash@x.example', first_name: `W${n}` }))
    const [id = ''] = await here.insert({ ...walkIns[0], external_id: '1042' }, ...walkIns.slice(1))
    const shared = await here.notify({ customer: { email: 'cash@x.example', first_name: 'Walker' } })
    const stranger = { customer: { email: 'stranger@x.example' }, tracking_id: '1042' }
    const theirs = await here.notify(stranger)
    const own = await here.notify({ customer: { external_id: '1042', first_name: 'Own' } })
    await anonymiseCustomer(office.context, id)
    const body = async (one: string) => {
      const { rows } = await office.engine.db.execute<{ body: string }>(
        sql`SELECT convert_from(body, 'UTF8') AS body FROM notifications WHERE ${office.whereShop(notifications)} AND id = ${one}`,
      )
      return rows[0]?.body
    }
    expect(await body(shared)).toContain('Walker')
    expect(await body(theirs)).toContain('stranger@x.example')
    expect(await body(own)).not.toContain('Own')
  })

  it('also removes data from later reports of the same payment', async () => {
    const [id = ''] = await here.insert({ email: 'late@x.example' })
    const paid = { uid: 'uid-late', customer: { email: 'late@x.example', first_name: 'Laterson' } }
    await here.notify(paid)
    await anonymiseCustomer(office.context, id)
    const again = await here.notify({ ...paid, status: 'failed' })
    const { rows } = await office.engine.db.execute(
      sql`SELECT email, keys, convert_from(body, 'UTF8') LIKE '%Laterson%' AS named FROM notifications
          WHERE ${office.whereShop(notifications)} AND id = ${again}`,
    )
    expect(rows).toEqual([{ email: null, keys: [], named: false }])
  })

  it('accepts nothing new, and reports what the gateway still has', async () => {
    const [id = '', other = ''] = await here.insert(
      { email: 'a@x.example', ip: '::1' },
      { email: 'b@x.example' },
    )
    expect(await anonymiseCustomer(office.context, id)).toMatchObject({
      gateway_fields: ['email', 'ip'],
      email: null,
      totals: [],
    })
    for (const work of [
      () => addNote(office.context, id, { text: 'x' }),
      () => changeCustomer(office.context, id, { labels: ['x'] }),
      () => mergeCustomer(office.context, id, other),
      () => mergeCustomer(office.context, other, id),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'conflict' })
    await expect(anonymiseCustomer(office.context, 'cst_none')).rejects.toMatchObject({ code: 'not_found' })
  })
})
