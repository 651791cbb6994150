import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { exactTotalLimit } from '../../../core/lists/paging'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice, type TestOffice } from '../../../testing/office'
import { paymentListQuery } from '../../list'
import { listPayments } from './list'

const count = exactTotalLimit + 100

/** One payment a minute of 2024, each with two captures a second apart, so that each counts twice. In several currencies. */
const fill = ({ engine, context }: TestOffice, currency: string, rows: number) =>
  engine.db.execute(sql`
    WITH made AS (
      SELECT ${currency} || '-' || lpad(n::text, 6, '0') AS uid, '2024-01-01Z'::timestamptz + make_interval(mins => n) AS at
      FROM generate_series(1, ${rows}::int) n
    ), paid AS (
      INSERT INTO payments (shop_id, uid, state, type, at, heard_at, state_at, authenticity, currency, tried, held, paid, refunded, charged_back)
      SELECT ${context.shop.id}, uid, 'paid', 'authorization', at, at, at, 'signature', ${currency}, 30, 0, 30, 0, 0 FROM made
    ), captured AS (
      INSERT INTO transaction_states (shop_id, uid, root_uid, parent_uid, is_final, received_at, at, authenticity, counts_as, amount, currency, card_brand)
      SELECT ${context.shop.id}, uid || '-' || part, uid, uid, true, at, at + make_interval(secs => part), 'signature', 'paid', part * 10, ${currency},
        CASE WHEN part = 1 AND uid LIKE '%000' THEN 'amex' END
      FROM made, generate_series(1, 2) part RETURNING at, amount
    )
    INSERT INTO payment_quarters (shop_id, currency, at, paid, payments)
    SELECT ${context.shop.id}, ${currency}, date_bin('15 minutes', at, '2024-01-01Z'), sum(amount), count(*) FROM captured GROUP BY 3`)

onEachEngine('payments that count, more than are collected of a year long ago', (kind) => {
  const office = testOffice(kind)
  const other = testOffice(kind)
  const year = { counted: 'paid', currency: 'EUR', day_from: '2024-01-01', day_to: '2024-12-31' }
  const page = (query: object) =>
    listPayments(office.context, paymentListQuery.parse({ ...year, limit: 200, ...query }))

  beforeAll(async () => {
    await fill(office, 'EUR', count)
    await fill(office, 'JPY', 5)
    await fill(other, 'EUR', 5)
    // As the application does from time to time. Without it the embedded database takes seconds for a page.
    await office.engine.db.execute(sql`ANALYZE payments, transaction_states`)
  }, 120_000)

  it('are read in their order, each once, in both directions', async () => {
    for (const sort of ['at', '-at']) {
      const first = await page({ sort })
      const second = await page({ sort, cursor: first.next_cursor })
      const uids = Array.from({ length: 400 }, (_, n) => {
        const place = sort === 'at' ? n + 1 : count - n
        return `EUR-${String(place).padStart(6, '0')}`
      })
      expect([...first.items, ...second.items].map(({ uid }) => uid)).toEqual(uids)
      const back = await page({ sort, cursor: second.prev_cursor })
      expect(back.items.map(({ uid }) => uid)).toEqual(uids.slice(0, 200))
    }
  })

  it('are limited to the counted ones, whose sum matches the ledger', async () => {
    expect(await page({})).toMatchObject({
      total_exact: false,
      counted: { amount: String(count * 30), transactions: count * 2 },
    })
    const inYen = await page({ currency: 'JPY' })
    expect(inYen).toMatchObject({
      total: 5,
      total_exact: true,
      counted: { amount: '150', transactions: 10 },
    })
  })

  it('are those that were paid where only an unknown brand is asked for', async () => {
    expect(await page({ counted: undefined, unknown: 'brand', currency: 'JPY' })).toMatchObject({
      total: 5,
      counted: { amount: '150', transactions: 10 },
    })
    expect(await page({ counted: undefined, unknown: 'reason', currency: 'JPY' })).toMatchObject({ total: 0 })
  })

  it('of an hour are those of the hour, within the days', async () => {
    const hour = '2024-01-01T01:00:00Z'
    const sum = { total: 60, counted: { amount: '1800', transactions: 120 } }
    expect(await page({ hour })).toMatchObject(sum)
    expect(
      await page({ hour, day_from: undefined, day_to: undefined, zone: 'Asia/Kathmandu' }),
    ).toMatchObject(sum)
    expect(await page({ hour, counted: undefined })).toMatchObject({ total: 60, counted: null })
    expect(await page({ hour, brand: 'amex' })).toMatchObject({ total: 0 })
    expect(await page({ hour, day_from: '2024-01-02' })).toMatchObject({ total: 0 })
    const half = { hour, day_to: '2024-01-01', day_from: undefined, zone: 'Pacific/Marquesas' }
    expect(await page(half)).toMatchObject(sum)
    for (const end of ['0000-01-01T00:00:00Z', '9999-12-31T23:30:00Z'])
      expect(await page({ hour: end, day_from: undefined, day_to: undefined })).toMatchObject({ total: 0 })
    expect(await page({ day_to: '9999-12-31', currency: 'JPY' })).toMatchObject({ total: 5 })
    expect(paymentListQuery.safeParse({ hour: '2024-01-01' }).success).toBe(false)
  })

  it('of a part are counted, and added up by what the transactions say', async () => {
    const few = Math.floor(count / 1000)
    for (const sort of ['-at', 'amount'])
      expect(await page({ brand: 'amex', sort })).toMatchObject({
        total: few,
        total_exact: true,
        counted: { amount: String(few * 10), transactions: few },
      })
    expect(await page({ unknown: 'brand' })).toMatchObject({
      total_exact: false,
      counted: { amount: String(count * 30 - few * 10), transactions: count * 2 - few },
    })
    expect((await page({ reason: 'Insufficient funds', counted: undefined })).items).toEqual([])
  })

  it('are filtered further, and by a part of the days', async () => {
    expect((await page({ state: 'refunded' })).items).toEqual([])
    expect((await page({ state: 'paid', limit: 3 })).items).toHaveLength(3)
    const first = await page({ sort: '-at', limit: 1, day_to: '2024-01-07' })
    expect(first.items[0]?.uid).toBe('EUR-010079')
    const endless = { day_from: undefined, day_to: undefined, zone: undefined }
    expect(await page({ ...endless, currency: 'JPY' })).toMatchObject({ total: 5, total_exact: true })
    expect(await page(endless)).toMatchObject({ total_exact: false })
    const few = await page({ day_to: '2024-01-01' })
    expect(few).toMatchObject({ total: 24 * 60 - 1, total_exact: true })
  })
})
