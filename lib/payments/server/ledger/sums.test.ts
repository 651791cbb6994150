import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { Database } from '../../../db/database'
import { onEachEngine } from '../../../db/testing-engines'
import { readNotification } from '../../../gateway/notifications/notification'
import { processNotification } from '../../../notifications/server/interpreting/process'
import { notifications } from '../../../notifications/server/tables'
import { countedShops, paymentDays, paymentFourHours, paymentQuarters } from '../../../overview/server/tables'
import { digitsAlone } from '@/lib/testing/digits-alone'
import { testOffice } from '../../../testing/office'
import { countEarlier } from './earlier'
import { lockLedger, recordTransactions, relinkTransactions } from './ledger'
import { payments, transactionStates } from '../tables'
import { randomNumbers } from '@/scripts/lib/random-numbers.mjs'
import { notificationOf } from '../testing'
import { stateOf, type ReportedColumns } from './transaction'
import { histories, straightDays, straightQuarters, type Row } from './testing-sums'

onEachEngine('counts of transactions', (kind) => {
  const office = testOffice(kind)
  beforeEach(async () => {
    const { db } = office.engine
    for (const table of [
      notifications,
      payments,
      transactionStates,
      paymentQuarters,
      paymentFourHours,
      paymentDays,
      countedShops,
    ])
      await db.delete(table).where(office.whereShop(table))
    await db.execute(sql`UPDATE shops SET mode = 'live'`)
  })

  const shopId = 'shop-361'
  const rowsOf = async (query: ReturnType<typeof sql>) => (await office.engine.db.execute(query)).rows
  const quarters = () =>
    rowsOf(sql`SELECT currency, at::text, paid::int, payments, failed, refunded::int, refunds FROM payment_quarters
        WHERE shop_id = ${shopId} AND (payments <> 0 OR failed <> 0 OR refunds <> 0 OR paid <> 0 OR refunded <> 0) ORDER BY 1, 2`)
  /** By four hours, straight from the table and from the quarters. */
  const fourHours = (from: 'payment_four_hours' | 'payment_quarters') =>
    rowsOf(sql`SELECT currency, date_bin('4 hours', at, '2000-01-01Z')::text AS start, sum(paid)::text AS paid,
          sum(payments)::int AS payments, sum(failed)::int AS failed, sum(refunded)::text AS refunded,
          sum(refunds)::int AS refunds, sum(charged_back)::text AS charged_back, sum(chargebacks)::int AS chargebacks
        FROM ${sql.identifier(from)} WHERE shop_id = ${shopId} GROUP BY 1, 2 ORDER BY 1, 2`)
  const dayParts = () =>
    rowsOf(sql`SELECT currency, facet, day::text, value, paid::int, payments, failed FROM payment_days
        WHERE shop_id = ${shopId} AND days = 1 AND (payments <> 0 OR failed <> 0 OR paid <> 0) ORDER BY 1, 2, 3, 4`)
  const productBlocks = (length: number) =>
    rowsOf(sql`SELECT currency, value, (day - DATE '2000-01-01') / 10 AS block, sum(paid)::int AS paid,
          sum(payments)::int AS payments, sum(failed)::int AS failed FROM payment_days
        WHERE shop_id = ${shopId} AND days = ${length} AND facet = 'product' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`)
  const expectStraight = async (isLive = true) => {
    const expected = await rowsOf(straightQuarters(shopId, isLive))
    expect(await quarters()).toEqual(expected)
    expect(await fourHours('payment_four_hours')).toEqual(await fourHours('payment_quarters'))
    expect(await dayParts()).toEqual(await rowsOf(straightDays(shopId, isLive)))
    expect(await productBlocks(10)).toEqual(await productBlocks(1))
    return expected.length
  }
  const store = async (rows: Row[]) => {
    for (let at = 0; at < rows.length; at += 500)
      await office.engine.db.insert(notifications).values(rows.slice(at, at + 500))
  }
  const record = async (tx: Database, states: Parameters<typeof recordTransactions>[2]) => {
    await lockLedger(tx, shopId)
    await recordTransactions(tx, { id: shopId }, states)
  }
  const stateIn = (row: Row) => stateOf(row as ReportedColumns, readNotification(row.body))

  it('match the notifications, in any order and with repetitions', async () => {
    const random = randomNumbers(7)
    const rows = histories(shopId, 3_000, random)
    await store(rows)
    const believed = rows.filter(({ authenticity }) => authenticity !== 'unverified')
    const repeated = believed.filter(() => random() < 0.2)
    const arriving = [...believed, ...repeated]
      .map((row) => ({ row, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ row }) => row)
    for (let at = 0; at < arriving.length;) {
      const some = arriving.slice(at, (at += 1 + Math.floor(random() * 60)))
      await office.engine.db.transaction((tx) => record(tx, some.map(stateIn)))
    }
    expect(await expectStraight()).toBeGreaterThan(600)
  }, 120_000)

  it('are the same if they are processed one by one or concurrently', async () => {
    const rows = histories(shopId, 60, randomNumbers(11)).map((row) => ({
      ...row,
      processedAt: null,
      kind: null,
    }))
    await store(rows)
    const waiting = [...rows, ...rows.slice(0, 20)]
    const work = async () => {
      for (let row = waiting.pop(); row; row = waiting.pop())
        await processNotification(office.context, row.id)
    }
    await Promise.all([work(), work(), work(), work()])
    expect(await expectStraight()).toBeGreaterThan(15)
  }, 120_000)

  it('of one transaction count once, with concurrent reports', async () => {
    const said = {
      uid: 'u-1',
      type: 'payment',
      amount: 900,
      currency: 'EUR',
      updated_at: '2026-11-20T10:00:00Z',
    }
    const rows = Array.from({ length: 12 }, (_, n) =>
      notificationOf(
        shopId,
        { ...said, status: n % 3 === 0 ? 'incomplete' : 'successful' },
        { isProcessed: false },
      ),
    )
    await store(rows)
    await Promise.all(rows.map(({ id }) => processNotification(office.context, id)))
    expect(await quarters()).toMatchObject([{ paid: 900, payments: 1, failed: 0 }])
  })

  it('never move backwards, and move as a whole between times', async () => {
    const tell = (status: string, updated_at: string, more: object = {}) =>
      office.engine.db.transaction((tx) => {
        const said = {
          uid: 'u-1',
          type: 'payment',
          amount: 900,
          currency: 'EUR',
          status,
          updated_at,
          ...more,
        }
        return record(tx, [stateIn(notificationOf(shopId, said))])
      })
    await tell('failed', '2026-11-20T10:05:00Z')
    await tell('incomplete', '2026-11-20T10:50:00Z')
    expect(await quarters()).toMatchObject([{ failed: 1, payments: 0, paid: 0 }])
    await tell('successful', '2026-11-20T11:10:00Z', { amount: 1000, credit_card: { brand: 'visa' } })
    await tell('failed', '2026-11-20T10:06:00Z')
    expect(await quarters()).toMatchObject([{ failed: 0, payments: 1, paid: 1000 }])
    expect((await dayParts()).map(({ facet, value }) => `${String(facet)} ${String(value)}`)).toEqual([
      'brand visa',
      'country ',
    ])
  })

  it('belong to the product that a person chooses', async () => {
    const said = { uid: 'u-1', type: 'payment', status: 'successful', amount: 900, currency: 'EUR' }
    const count = (productId: string | null) =>
      office.engine.db.transaction((tx) =>
        relinkTransactions(tx, { id: shopId }, [{ uid: 'u-1', productId, productLink: 'hand' }]),
      )
    const products = async () =>
      (await dayParts()).filter(({ facet }) => facet === 'product').map(({ value, paid }) => [value, paid])
    await count('prd_a1')
    expect(await products()).toEqual([])
    await office.engine.db.transaction((tx) =>
      record(tx, [stateIn(notificationOf(shopId, said, { productId: 'prd_a1' }))]),
    )
    await count('prd_b2')
    expect(await products()).toEqual([['prd_b2', 900]])
    await count(null)
    expect(await products()).toEqual([])
    expect(await quarters()).toMatchObject([{ paid: 900, payments: 1 }])
  })

  it('have tests in a sandbox shop, and nowhere else', async () => {
    await store(histories(shopId, 50, randomNumbers(3)))
    await office.engine.db.execute(sql`UPDATE shops SET mode = 'sandbox' WHERE id = ${shopId}`)
    await countEarlier(office.engine, shopId, { until: Number.POSITIVE_INFINITY })
    await expectStraight(false)
  })

  it('of earlier releases are built once, in batches that can resume', async () => {
    await store(histories(shopId, 500, randomNumbers(5)))
    const done = [await countEarlier(office.engine, shopId, { until: 0 })]
    while (!done.at(-1)) done.push(await countEarlier(office.engine, shopId, { until: 0 }))
    expect(done.length).toBeGreaterThan(1)
    await expectStraight()
    const [place] = await office.engine.db.select().from(countedShops).where(eq(countedShops.shopId, shopId))
    expect(place?.doneAt).toBeInstanceOf(Date)
    expect(await countEarlier(office.engine, shopId, { until: 0 })).toBe(true)
  })

  it('of a release that left declined authorizations out are built again, where there are some', async () => {
    const { db } = office.engine
    const said = { uid: 'u', type: 'authorization', status: 'failed', amount: 900, currency: 'EUR' }
    await store([notificationOf(shopId, said)])
    await countEarlier(office.engine, shopId, { until: Infinity })
    const other = (await office.insertShop('without-declined')).id
    await countEarlier(office.engine, other, { until: Infinity })
    await db.update(transactionStates).set({ countsAs: null }).where(office.whereShop(transactionStates))
    for (const table of [paymentQuarters, paymentFourHours, paymentDays])
      await db.delete(table).where(office.whereShop(table))
    const migration = readFileSync(
      'lib/core/server/tables/migrations/0059_declined_authorizations.sql',
      'utf8',
    )
    await db.execute(sql.raw(migration))
    const counted = await db.select({ shopId: countedShops.shopId }).from(countedShops)
    expect(counted.map((one) => one.shopId)).toContain(other)
    expect(counted.map((one) => one.shopId)).not.toContain(shopId)
    await countEarlier(office.engine, shopId, { until: Infinity })
    expect(await quarters()).toMatchObject([{ paid: 0, payments: 0, failed: 1 }])
    await expectStraight()
  })

  it('has captures of an earlier release under the card of their authorization', async () => {
    const { db } = office.engine
    const parent = {
      parent_uid: 'authorized',
      currency: 'EUR',
      type: 'capture',
      paid_at: '2026-11-03T10:00:00Z',
    }
    const transactions = [
      { uid: 'authorized', type: 'authorization', status: 'successful', amount: 1000, currency: 'EUR', credit_card: { brand: 'visa', issuer_country: 'DE' } },
      { ...parent, uid: 'captured', status: 'successful', amount: 600 },
      { ...parent, uid: 'declined', status: 'failed', amount: 400 },
      { ...parent, uid: 'other card', status: 'successful', amount: 50, credit_card: { brand: 'master' } },
    ] // prettier-ignore
    await record(
      db,
      transactions.map((transaction) => stateIn(notificationOf(shopId, transaction))),
    )
    const expected = await dayParts()
    expect(expected).toMatchObject([
      { facet: 'brand', value: 'master', paid: 50 },
      { facet: 'brand', value: 'visa', paid: 600, payments: 1, failed: 1 },
      { facet: 'country', value: 'DE', paid: 650, payments: 2, failed: 1 },
      { facet: 'reason' },
    ])
    // As an earlier release left them.
    await db.execute(
      sql`UPDATE transaction_states SET counted_brand = null, counted_country = null WHERE shop_id = ${shopId}`,
    )
    await db.execute(
      sql`UPDATE payment_days SET value = '' WHERE shop_id = ${shopId} AND value IN ('visa', 'DE')`,
    )
    const migration = readFileSync('lib/core/server/tables/migrations/0063_capture_cards.sql', 'utf8')
    await db.execute(sql.raw(migration.split('--> statement-breakpoint').at(-1) ?? ''))
    expect(await dayParts()).toEqual(expected)
  })

  it('bear sums that no number holds', async () => {
    const amount = Number.MAX_SAFE_INTEGER
    const states = Array.from({ length: 2_000 }, (_, n) =>
      stateIn(
        notificationOf(shopId, {
          uid: `u-${n}`,
          type: 'payment',
          status: 'successful',
          amount,
          currency: 'EUR',
        }),
      ),
    )
    await office.engine.db.transaction((tx) => record(tx, states))
    const [sum] = await rowsOf(
      sql`SELECT sum(paid)::text AS paid FROM payment_quarters WHERE shop_id = ${shopId}`,
    )
    expect(sum?.paid).toBe(String(BigInt(amount) * 2_000n))
  })

  it('hold nothing of who paid', async () => {
    const said = {
      uid: 'u-1',
      type: 'payment',
      status: 'failed',
      amount: 900,
      currency: 'EUR',
      message: 'Refused: Wolfeschlegel',
      description: 'Order of Wolfeschlegel',
      tracking_id: 'Wolfeschlegel-7',
      customer: { email: 'wolfeschlegel@mail.example', ip: '203.0.113.77' },
      billing_address: { last_name: 'Wolfeschlegel', city: 'Quedlinburg' },
      credit_card: { holder: 'H WOLFESCHLEGEL', last_4: '4242', brand: 'visa' },
    }
    const row = notificationOf(shopId, said, { isProcessed: false })
    await store([row])
    await processNotification(office.context, row.id)
    const kept = await rowsOf(sql`
        SELECT t::text AS text FROM transaction_states t WHERE shop_id = ${shopId}
        UNION ALL SELECT t::text FROM payment_days t WHERE shop_id = ${shopId}`)
    expect(kept.length).toBeGreaterThan(2)
    const text = JSON.stringify(kept).toLowerCase()
    for (const personal of ['wolfeschlegel', '203.0.113.77', 'quedlinburg', 'mail.example'])
      expect(text).not.toContain(personal)
    expect(text).not.toMatch(digitsAlone('4242'))
  })
})
