import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, expect, it, vi } from 'vitest'
import { activity } from '../../../core/server/tables/requests'
import { shops } from '../../../core/server/tables/shops'
import { onEachEngine } from '../../../db/testing-engines'
import { removeSandboxShop } from '@/lib/sandbox/shops/shops'
import { opened } from '@/lib/testing/opened'
import { notifications } from '../../../notifications/server/tables'
import { startBackground } from '../../../start/background'
import { eventually } from '../../../testing/eventually'
import { testOffice, settingsVersion } from '../../../testing/office'
import { changeCustomer, addNote } from '../create'
import { mergeCustomer } from '../merging/merge'
import { changeRetention, readRetention, retentionEffectOf, retainCustomers } from './retention'
import { revealCustomer } from '../reading/read'
import { customerLinks, customerNotes, customers } from '../tables'
import { customersOf } from '../testing'

const now = new Date('2031-08-31T12:00:00Z')
/** Six months before `now`: the last day of February, which has no 31st. */
const edge = '2031-02-28T12:00:00.000Z'
const before = '2031-02-28T11:59:59.999Z'
const long = '2020-01-01T00:00:00.000Z'

onEachEngine('customers without activity after half a year', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  beforeEach(async () => {
    const { db } = office.engine
    for (const table of [customerLinks, customerNotes, notifications, customers, activity])
      await db.delete(table).where(office.whereShop(table))
    await setTo(6)
  })

  const setTo = (retentionMonths: number | null) => office.engine.db.update(shops).set({ retentionMonths })
  const insert = async (...made: string[]) => {
    const replies = made.map((created_at, n) => ({
      created_at,
      email: `p${n}@x.example`,
      first_name: `P${n}`,
    }))
    return here.insert(...replies)
  }
  /** Moves activity and notes to that time. */
  const happened = (at: string) =>
    Promise.all(
      [sql`UPDATE activity SET at = ${at}`, sql`UPDATE customer_notes SET created_at = ${at}`].map((moved) =>
        office.engine.db.execute(moved),
      ),
    )
  const kept = async ({ id: shopId } = office.context.shop) => {
    const rows = await office.engine.db
      .select()
      .from(customers)
      .where(and(eq(customers.shopId, shopId), isNull(customers.anonymisedAt)))
    return rows.map(({ id }) => id).sort()
  }
  const retain = () => retainCustomers(office.context, { now })

  it('are anonymised after the period, and the activity names the period', async () => {
    const [due = '', edged = '', young = ''] = await insert(before, edge, '2031-08-01T00:00:00Z')
    expect(await retain()).toBeNull()
    expect(await kept()).toEqual([edged, young])
    const [row] = await office.engine.db
      .select()
      .from(customers)
      .where(office.whereShop(customers, eq(customers.id, due)))
    expect(row).toMatchObject({ email: null, firstName: null, keys: [] })
    const log = await office.engine.db.select().from(activity).where(office.whereShop(activity))
    expect(log).toMatchObject([
      {
        action: 'customer.anonymised',
        subject: due,
        actorId: null,
        detail: { retention_months: 6, customers: [due] },
      },
    ])
    await retain()
    expect(await office.engine.db.select().from(activity).where(office.whereShop(activity))).toHaveLength(1)
    // The gateway still has them.
    await here.insert({ id: due, email: 'p0@x.example', first_name: 'Back' })
    expect(await kept()).toEqual([edged, young])
  })

  it('are kept if they paid or tried to within the period', async () => {
    const [none = '', paid = '', tried = '', once = ''] = await insert(long, long, long, long)
    await here.notify({ customer: { email: 'p1@x.example' } })
    await here.notify({ customer: { email: 'p2@x.example' }, status: 'failed' })
    await here.notify({ customer: { email: 'p3@x.example' } })
    const { db } = office.engine
    await db
      .update(customerLinks)
      .set({ at: new Date(edge) })
      .where(office.whereShop(customerLinks))
    await db
      .update(customerLinks)
      .set({ at: new Date(before) })
      .where(office.whereShop(customerLinks, eq(customerLinks.customerId, once)))
    await retain()
    expect(await kept()).toEqual([paid, tried])
    expect(await kept()).not.toContain(none)
  })

  it('are kept after a note or change here, but not after a mere reveal', async () => {
    const [noted = '', labelled = '', corrected = '', seen = ''] = await insert(long, long, long, long)
    await addNote(office.context, noted, { text: 'Called' })
    await changeCustomer(office.context, labelled, { labels: ['VIP'] })
    await changeCustomer(office.context, corrected, { contact: { phone: '1' } })
    await revealCustomer(office.context, seen)
    await happened(edge)
    await retain()
    expect(await kept()).toEqual([noted, labelled, corrected])
    await happened(before)
    await retain()
    expect(await kept()).toEqual([])
  })

  it('count as one with the customers merged into them', async () => {
    const [top = '', middle = '', low = '', other = '', joined = ''] = await insert(
      long,
      long,
      long,
      long,
      long,
    )
    await mergeCustomer(office.context, middle, low)
    await mergeCustomer(office.context, top, middle)
    await mergeCustomer(office.context, other, joined)
    await happened(before)
    await here.notify({ customer: { email: 'p2@x.example' } })
    await office.engine.db
      .update(customerLinks)
      .set({ at: new Date(edge) })
      .where(office.whereShop(customerLinks))
    expect(await retentionEffectOf(office.context, 6, now)).toEqual({ total: 1, total_exact: true })
    await retain()
    expect(await kept()).toEqual([top, middle, low])
  })

  /** Moves notifications to that time. */
  const receivedAt = (at: string) =>
    office.engine.db
      .update(notifications)
      .set({ receivedAt: new Date(at) })
      .where(office.whereShop(notifications))

  it.each([
    ['within it', edge, true],
    ['before it', before, false],
  ])('count payments not worked out yet: received %s', async (_when, at, isKept) => {
    const [stored = '', old = ''] = await insert(long, long)
    await here.notify({ customer: { email: 'p1@x.example' } })
    await office.clear(customerLinks)
    await office.engine.db.update(notifications).set({ keys: null }).where(office.whereShop(notifications))
    await here.store({ customer: { email: 'p0@x.example' } })
    await receivedAt(at)
    await retain()
    expect(await kept()).toEqual(isKept ? [stored, old] : [])
    for (const { email, body } of await office.engine.db
      .select()
      .from(notifications)
      .where(office.whereShop(notifications))) {
      expect(email === null).toBe(!isKept)
      expect(body.toString().includes('x.example')).toBe(isKept)
    }
  })

  it('wait for the next round while many notifications are not worked out', async () => {
    const [id = ''] = await insert(long)
    // At once: they are stored together, instead of one after the other.
    await Promise.all(Array.from({ length: 101 }, (_, n) => here.store({ tracking_id: `t${n}` })))
    const warn = vi.spyOn(office.context.log, 'warn')
    expect(await retain()).toBeNull()
    expect(warn).toHaveBeenCalledOnce()
    expect(await kept()).toEqual([id])
    await retain()
    expect(await kept()).toEqual([])
  })

  it('are kept for a payment that cannot be processed', async () => {
    const [id = ''] = await insert(long)
    await here.store({ customer: { email: 'p0@x.example' } })
    await here.withoutProcessing(async () => {
      await receivedAt(edge)
      await retain()
      expect(await kept()).toEqual([id])
      await receivedAt(before)
      await retain()
      expect(await kept()).toEqual([])
    })
  })

  it('are kept as long as another customer with their address or ID', async () => {
    const created_at = long
    const [first = '', second = '', third = ''] = await here.insert(
      { created_at, email: 'one@x.example' },
      { created_at, email: 'ONE@x.example', external_id: 'id-1' },
      { created_at, external_id: 'id-1' },
      { created_at, email: 'lone@x.example', external_id: 'id-2' },
    )
    await addNote(office.context, third, { text: 'Called' })
    await happened(edge)
    expect(await retentionEffectOf(office.context, 6, now)).toMatchObject({ total: 1 })
    await retain()
    expect(await kept()).toEqual([first, second, third])
    await happened(before)
    await retain()
    expect(await kept()).toEqual([])
  })

  it('are all processed, even after interruptions', async () => {
    const all = await insert(...Array.from({ length: 5 }, (_, n) => `2020-01-0${n + 1}T00:00:00.000123Z`))
    let [place, turns] = [await retainCustomers(office.context, { now, until: 0 }), 1]
    expect(await kept()).toEqual(all.slice(1))
    for (; place && turns < 10; turns++)
      place = await retainCustomers(office.context, { now, until: 0, after: place })
    expect(await kept()).toEqual([])
    expect(turns).toBe(5)
  })

  it('are ignored in other shops, and without a period', async () => {
    const shop = await office.insertShop(`other-${crypto.randomUUID()}`)
    const elsewhere = customersOf({ ...office, context: { ...office.context, shop } })
    const [theirs = ''] = await elsewhere.insert({ email: 'p0@x.example', created_at: long })
    const [ours = ''] = await insert(long)
    await office.engine.db
      .update(shops)
      .set({ retentionMonths: null })
      .where(eq(shops.id, office.context.shop.id))
    await retain()
    expect(await kept()).toEqual([ours])
    expect(await kept(shop)).toEqual([theirs])
    await setTo(6)
    await retain()
    expect(await kept()).toEqual([])
    expect(await kept(shop)).toEqual([theirs])
  })

  it('are counted before the switch, which refuses a higher number', async () => {
    await setTo(null)
    const { context } = office
    const [, recent = ''] = await insert(long, new Date().toISOString())
    expect(await retentionEffectOf(context, 6)).toEqual({ total: 1, total_exact: true })
    const on = { enabled: true, months: 6 } as const
    const version = await settingsVersion(office.engine.db, office.context.shop.id)
    await expect(changeRetention(context, { ...on, expected: 0, version })).rejects.toMatchObject({
      code: 'conflict',
      current: { total: 1, total_exact: true },
    })
    expect(await readRetention(context)).toEqual({ months: null, version })
    await startBackground(office.engine, { removeSandboxShop })
    expect(await changeRetention(context, { ...on, expected: 1, version })).toEqual({
      months: 6,
      version: version + 1,
    })
    const late = changeRetention(context, { enabled: false, version })
    await expect(late).rejects.toMatchObject({
      code: 'conflict',
      current: { months: 6, version: version + 1 },
    })
    await changeRetention(context, { ...on, expected: 1, version: version + 1 })
    await eventually(async () => expect(await kept()).toEqual([recent]))
    expect(await changeRetention(context, { enabled: false, version: version + 1 })).toEqual({
      months: null,
      version: version + 2,
    })
    const log = await office.engine.db
      .select()
      .from(activity)
      .where(office.whereShop(activity, eq(activity.action, 'retention.changed')))
      .orderBy(activity.id)
    expect(log.map(({ actorId, detail }) => [actorId, detail])).toEqual([
      [context.actor.userId, { before: null, after: 6 }],
      [context.actor.userId, { before: 6, after: null }],
    ])
  })
})
