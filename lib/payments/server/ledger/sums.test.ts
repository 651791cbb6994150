import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../db/database'
import { testEngines } from '../../../db/testing'
import { readNotification } from '../../../gateway/notifications/notification'
import { processNotification } from '../../../notifications/server/interpreting/process'
import { notifications } from '../../../notifications/server/tables'
import { countedShops, paymentDays, paymentFourHours, paymentQuarters } from '../../../overview/server/tables'
import { testOffice } from '../../../testing/office'
import { countEarlier } from './earlier'
import { lockLedger, recordTransactions, relinkTransactions } from './ledger'
import { payments, transactionStates } from '../tables'
import { randomNumbers } from './testing-histories'
import { notificationOf } from '../testing'
import { stateOf, type ReportedColumns } from './transaction'

type Row = ReturnType<typeof notificationOf>

const start = Date.parse('2026-11-01T00:00:00Z')

/** Histories of transactions: some end, some never, some twice. With repetitions, in any order. */
function histories(shopId: string, count: number, random: () => number): Row[] {
  const one = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  const rows: Row[] = []
  for (let n = 0; n < count; n++) {
    const created = start + Math.floor(random() * 20 * 86_400_000)
    const common = {
      uid: `u-${n}`,
      type:
        random() < 0.7
          ? 'payment'
          : one(['charge', 'capture', 'authorization', 'refund', 'tokenization', null]),
      currency: random() < 0.1 ? null : one(['EUR', 'JPY', 'KWD']),
      amount: random() < 0.1 ? null : one([0, 1, 999, Math.floor(random() * 1e6)]),
      test: one([true, false, false, null]),
      created_at: one([new Date(created).toISOString(), null]),
      additional_data: { product_id: one(['prd_a1', 'prd_b2', null]) },
    }
    const told = 1 + Math.floor(random() * 4)
    for (let step = 0; step < told; step++) {
      const updated = created + Math.floor(random() * 3 * 86_400_000)
      const status = one(['successful', 'successful', 'failed', 'incomplete', 'expired', 'new to us', null])
      const transaction = {
        ...common,
        status,
        message: status === 'failed' ? one(['Insufficient funds', 'Do not honour', null]) : 'ok',
        updated_at: one([new Date(updated).toISOString(), null]),
        paid_at: status === 'successful' ? one([new Date(updated).toISOString(), null]) : null,
        credit_card: {
          brand: one(['visa', 'master', null]),
          issuer_country: one(['DE', 'PL', 'nowhere', null]),
        },
      }
      const receivedAt = new Date(updated + Math.floor(random() * 86_400_000))
      const authenticity = one(['signature', 'credentials', 'network', 'unverified'] as const)
      const productId = common.additional_data.product_id
      rows.push(notificationOf(shopId, transaction, { receivedAt, authenticity, productId }))
    }
  }
  return rows
}

/** Computes the sums straight from the notifications: each transaction's last state, and what was paid. */
const straight = (shopId: string, isLive: boolean) => sql`
  WITH told AS (
    SELECT n.*, convert_from(body, 'UTF8')::jsonb -> 'transaction' AS said FROM notifications n
    WHERE shop_id = ${shopId} AND kind = 'transaction' AND authenticity <> 'unverified' AND uid IS NOT NULL
  ), last AS (
    SELECT DISTINCT ON (uid) *, least(received_at, coalesce((said ->> 'paid_at')::timestamptz,
      (said ->> 'created_at')::timestamptz, transaction_at, received_at)) AS at FROM told
    ORDER BY uid, coalesce(status IN ('successful', 'failed', 'expired'), false) DESC,
      coalesce(transaction_at, '-infinity') DESC,
      coalesce(array_position(ARRAY['incomplete', 'expired', 'failed', 'successful'], status), 0) DESC,
      array_position(ARRAY['network', 'credentials', 'signature'], authenticity) DESC,
      amount ASC NULLS LAST, encode(fingerprint, 'hex') COLLATE "C" DESC
  ), counted AS (
    SELECT *, CASE WHEN type = 'refund' THEN CASE status WHEN 'successful' THEN 'refunded' END
      WHEN type IS NULL OR type IN ('payment', 'charge', 'capture') THEN CASE status WHEN 'successful' THEN 'paid' WHEN 'failed' THEN 'failed' END
      END AS what FROM last
    WHERE amount IS NOT NULL AND currency IS NOT NULL AND NOT (${isLive} AND test IS TRUE)
  )`

const isPaid = sql`FILTER (WHERE what = 'paid')`
const straightQuarters = (shopId: string, isLive: boolean) => sql`${straight(shopId, isLive)}
  SELECT currency, to_timestamp(floor(extract(epoch FROM at) / 900) * 900)::text AS at,
    coalesce(sum(amount) ${isPaid}, 0)::int AS paid, (count(*) ${isPaid})::int AS payments,
    (count(*) FILTER (WHERE what = 'failed'))::int AS failed,
    coalesce(sum(amount) FILTER (WHERE what = 'refunded'), 0)::int AS refunded,
    (count(*) FILTER (WHERE what = 'refunded'))::int AS refunds
  FROM counted WHERE what IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`
const straightDays = (shopId: string, isLive: boolean) => sql`${straight(shopId, isLive)}, facets AS (
    SELECT *, (at AT TIME ZONE 'UTC')::date::text AS day, 'brand' AS facet, coalesce(card_brand, '') AS value FROM counted
    UNION ALL SELECT *, (at AT TIME ZONE 'UTC')::date::text, 'country',
      CASE WHEN said -> 'credit_card' ->> 'issuer_country' IN ('DE', 'PL') THEN said -> 'credit_card' ->> 'issuer_country' ELSE '' END FROM counted
    UNION ALL SELECT *, (at AT TIME ZONE 'UTC')::date::text, 'product', product_id FROM counted WHERE product_id IS NOT NULL
    UNION ALL SELECT *, (at AT TIME ZONE 'UTC')::date::text, 'reason', coalesce(message, '') FROM counted WHERE what = 'failed'
  )
  SELECT currency, facet, day, value, coalesce(sum(amount) ${isPaid}, 0)::int AS paid,
    (count(*) ${isPaid})::int AS payments, (count(*) FILTER (WHERE what = 'failed'))::int AS failed
  FROM facets WHERE what IN ('paid', 'failed') GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`

describe.each(testEngines)('counts on $kind', ({ kind, available }) => {
  describe.skipIf(!available)('of transactions', () => {
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
        await db.delete(table).where(office.ofShop(table))
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
      await recordTransactions(tx, { id: shopId, mode: 'live' }, states)
    }
    const stateIn = (row: Row) => stateOf(row as ReportedColumns, readNotification(row.body))

    it('are what the notifications say, in whatever order and however often they came', async () => {
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

    it('are the same where they are worked out one by one, several at once', async () => {
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

    it('of one transaction are one, however many tell of it at the same moment', async () => {
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
          { processed: false },
        ),
      )
      await store(rows)
      await Promise.all(rows.map(({ id }) => processNotification(office.context, id)))
      expect(await quarters()).toMatchObject([{ paid: 900, payments: 1, failed: 0 }])
    })

    it('never move backwards, and move from one time to another whole', async () => {
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

    it('are of the product that a person says, of one or of none', async () => {
      const said = { uid: 'u-1', type: 'payment', status: 'successful', amount: 900, currency: 'EUR' }
      const count = (productId: string | null) =>
        office.engine.db.transaction((tx) =>
          relinkTransactions(tx, { id: shopId, mode: 'live' }, [
            { uid: 'u-1', productId, productLink: 'hand' },
          ]),
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

    it('of what earlier releases received are made once, in batches, and go on where they stopped', async () => {
      await store(histories(shopId, 500, randomNumbers(5)))
      const done = [await countEarlier(office.engine, shopId, { until: 0 })]
      while (!done.at(-1)) done.push(await countEarlier(office.engine, shopId, { until: 0 }))
      expect(done.length).toBeGreaterThan(1)
      await expectStraight()
      const [place] = await office.engine.db
        .select()
        .from(countedShops)
        .where(eq(countedShops.shopId, shopId))
      expect(place?.doneAt).toBeInstanceOf(Date)
      expect(await countEarlier(office.engine, shopId, { until: 0 })).toBe(true)
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
      const row = notificationOf(shopId, said, { processed: false })
      await store([row])
      await processNotification(office.context, row.id)
      const kept = await rowsOf(sql`
        SELECT t::text AS text FROM transaction_states t WHERE shop_id = ${shopId}
        UNION ALL SELECT t::text FROM payment_days t WHERE shop_id = ${shopId}`)
      expect(kept.length).toBeGreaterThan(2)
      const text = JSON.stringify(kept).toLowerCase()
      for (const personal of ['wolfeschlegel', '4242', '203.0.113.77', 'quedlinburg', 'mail.example'])
        expect(text).not.toContain(personal)
    })
  })
})
