import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { alerts } from '../../../alerts/server/tables'
import { checkoutsOf } from '../../../checkouts/server/testing'
import { opened } from '@/lib/testing/opened'
import { customersOf } from '../../../customers/server/testing'
import { loadShop } from '../../../core/server/shop/load'
import { onEachEngine } from '../../../db/testing-engines'
import { processMany } from '../../../notifications/server/interpreting/process'
import { linkByHand } from '../../../notifications/server/linking/link'
import { notifications } from '../../../notifications/server/tables'
import { changeShop, readConnection } from '../../../shops/server/connection/connection'
import { testOffice } from '../../../testing/office'
import { payments, transactionStates } from '../tables'
import { countEarlier } from './earlier'
import { compareText } from './transaction'

onEachEngine('payments that are counted again as the shop has another mode', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  beforeEach(() => office.clear(alerts, notifications, payments, transactionStates))

  const read = async () => {
    const [payment] = await office.engine.db.select().from(payments).where(office.whereShop(payments))
    return payment
  }
  const changeTo = async (mode: 'test' | 'live') => {
    const { version } = await readConnection(office.context)
    await changeShop(office.context, { mode, version, accept_untested: false })
    await countEarlier(office.engine, office.context.shop.id, { until: Infinity })
    return (await read())?.state
  }
  const upgrade = async (name: string) => {
    const migration = readFileSync(`lib/core/server/tables/migrations/${name}.sql`, 'utf8')
    await office.engine.db.execute(sql.raw(migration))
    await countEarlier(office.engine, office.context.shop.id, { until: Infinity })
  }
  const vendor = (id: string) => ({ additional_data: { vendor: { name: 'CTP', token: `token-${id}` } } })
  const openAlerts = async () => {
    const all = await office.engine.db.select().from(alerts).where(office.whereShop(alerts))
    return all.filter(({ closedAt }) => closedAt === null).map(({ kind: of }) => of)
  }

  it('end their alerts, and raise none about what was long ago', async () => {
    await changeTo('live')
    const id = await checkoutsOf(office).insert({ order: { amount: 1000 } })
    await here.notify({ uid: 'p', amount: 1000, test: true, ...vendor(id) })
    expect(await openAlerts()).toEqual(['payment_differs'])
    expect(await changeTo('test')).toBe('paid')
    expect(await openAlerts()).toEqual([])
    expect(await changeTo('live')).toBe('differs')
    expect(await openAlerts()).toEqual([])
  })
  it('stay linked as any of their notifications is, and as a person linked them last', async () => {
    await changeTo('test')
    const [named, meant] = [await checkoutsOf(office).insert(), await checkoutsOf(office).insert()].toSorted(
      compareText,
    )
    const begun = await here.notify({ uid: 'p', amount: 900, status: 'pending', ...vendor(named ?? '') })
    const ended = await here.notify({ uid: 'p', amount: 900 })
    await changeTo('live')
    expect(await read()).toMatchObject({ state: 'paid', checkoutId: named })
    await linkByHand(office.context, begun, { checkout_id: named })
    await linkByHand(office.context, ended, { checkout_id: meant })
    await changeTo('test')
    expect(await read()).toMatchObject({ checkoutId: meant, checkoutLink: 'hand' })
    await linkByHand(office.context, begun, { checkout_id: named })
    await changeTo('live')
    expect(await read()).toMatchObject({ checkoutId: named, checkoutLink: 'hand' })
  })
  it('count what was queued before by the new mode', async () => {
    await changeTo('live')
    const { context } = office
    const queuedWith = (await loadShop(office.engine.db, context.shop.id))!
    const ids = [
      await here.store({ uid: 'p', amount: 500, test: true }),
      await here.store({ uid: 'q', amount: 500, test: true }),
    ]
    await changeTo('test')
    for (const some of [ids.slice(0, 1), ids])
      await processMany({ ...context, shop: queuedWith, actor: null }, some)
    const counted = await office.engine.db
      .select({ uid: transactionStates.uid, countsAs: transactionStates.countsAs })
      .from(transactionStates)
      .where(office.whereShop(transactionStates))
      .orderBy(transactionStates.uid)
    expect(counted).toEqual([
      { uid: 'p', countsAs: 'paid' },
      { uid: 'q', countsAs: 'paid' },
    ])
  })
  it('are held, if an earlier release took a void of a part for all of it', async () => {
    await changeTo('live')
    await here.notify({ uid: 'p', type: 'authorization', amount: 500 })
    await here.notify({ uid: 'v', type: 'void', parent_uid: 'p', amount: 200 })
    const { db } = office.engine
    await db.update(payments).set({ state: 'voided', held: 500 }).where(office.whereShop(payments))
    await upgrade('0064_released_in_part')
    expect(await read()).toMatchObject({ state: 'authorized', held: 300 })
  })
  it.each([
    { migration: '0065_tests_by_payment', test: undefined },
    { migration: '0066_reduced_notifications', test: false },
  ])(
    'count as tests, if an earlier release counted the refund of a test: $test',
    async ({ migration, test }) => {
      await changeTo('live')
      await here.notify({ uid: 'p', amount: 500, test: true })
      await here.notify({ uid: 'r', type: 'refund', parent_uid: 'p', amount: 500, test })
      const { db } = office.engine
      const whereRefund = office.whereShop(transactionStates, eq(transactionStates.uid, 'r'))
      await db.update(transactionStates).set({ countsAs: 'refunded' }).where(whereRefund)
      await upgrade(migration)
      const counted = await db.select().from(transactionStates).where(whereRefund)
      expect(counted).toMatchObject([{ test: test ?? null, countsAs: null }])
    },
  )
  it('return the whole, if an earlier release did not count a refund without an amount', async () => {
    await changeTo('live')
    await here.notify({ uid: 'p', amount: 500 })
    await here.notify({ uid: 'r', type: 'refund', parent_uid: 'p', amount: undefined })
    const { db } = office.engine
    const whereRefund = office.whereShop(transactionStates, eq(transactionStates.uid, 'r'))
    await db.update(transactionStates).set({ amount: null, countsAs: null }).where(whereRefund)
    await upgrade('0067_whole_returns')
    const counted = await db.select().from(transactionStates).where(whereRefund)
    expect(counted).toMatchObject([{ amount: 500, countsAs: 'refunded' }])
    expect(await read()).toMatchObject({ state: 'refunded', refunded: 500 })
  })
  it('count as tests, if an earlier release forgot which notification said so', async () => {
    await changeTo('live')
    await here.notify({ uid: 'p', status: 'pending', test: true })
    await here.notify({ uid: 'p', amount: 500, test: undefined })
    const { db } = office.engine
    const whereState = office.whereShop(transactionStates)
    await db.update(transactionStates).set({ test: null, countsAs: 'paid' }).where(whereState)
    await upgrade('0067_whole_returns')
    expect(await db.select().from(transactionStates).where(whereState)).toMatchObject([
      { test: true, countsAs: null },
    ])
  })
})
