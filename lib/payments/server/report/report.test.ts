import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { paymentReportQuery, type PaymentReport } from '../../report'
import { randomNumbers } from '../../../../scripts/lib/random-numbers.mjs'
import { partsOf, paymentReportOf, exportPaymentReport } from './report'

const queryOf = (query: object) => paymentReportQuery.parse(query)
const daysOf = (query: object) =>
  partsOf({ from: '', to: '', zone: 'UTC', ...queryOf(query) }).map(({ from, to, start }) => [
    from,
    to,
    start.toISOString(),
  ])

describe('the parts of a period', () => {
  it('are weeks from Monday and whole months, cut by the period', () => {
    expect(daysOf({ from: '2026-10-30', to: '2026-11-10', by: 'week' })).toEqual([
      ['2026-10-30', '2026-11-01', '2026-10-30T00:00:00.000Z'],
      ['2026-11-02', '2026-11-08', '2026-11-02T00:00:00.000Z'],
      ['2026-11-09', '2026-11-10', '2026-11-09T00:00:00.000Z'],
    ])
    expect(daysOf({ from: '2028-01-15', to: '2028-03-01', by: 'month' })).toEqual([
      ['2028-01-15', '2028-01-31', '2028-01-15T00:00:00.000Z'],
      ['2028-02-01', '2028-02-29', '2028-02-01T00:00:00.000Z'],
      ['2028-03-01', '2028-03-01', '2028-03-01T00:00:00.000Z'],
    ])
  })

  it('begin at midnight of the zone, also when clocks change', () => {
    expect(daysOf({ from: '2026-10-24', to: '2026-10-26', zone: 'Europe/Berlin' })).toEqual([
      ['2026-10-24', '2026-10-24', '2026-10-23T22:00:00.000Z'],
      ['2026-10-25', '2026-10-25', '2026-10-24T22:00:00.000Z'],
      ['2026-10-26', '2026-10-26', '2026-10-25T23:00:00.000Z'],
    ])
  })
})

it('refuses half a period, a period that ends before it begins, and more than two years', () => {
  for (const query of [
    { from: '2026-11-01' },
    { to: '2026-11-01' },
    { from: '2026-11-02', to: '2026-11-01' },
    { from: '2020-01-01', to: '2026-11-01' },
    { from: '2026-02-30', to: '2026-11-01' },
    { by: 'hour' },
    { zone: 'Mars' },
  ])
    expect(paymentReportQuery.safeParse(query).success).toBe(false)
})

onEachEngine('a report of payments of random histories', (kind) => {
  const office = testOffice(kind)
  const other = testOffice(kind)
  const period = { from: '2026-09-01', to: '2026-11-30' }

  beforeAll(async () => {
    const random = randomNumbers(7)
    const one = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
    const here = customersOf(office)
    for (let n = 0; n < 60; n++) {
      const at = new Date(Date.parse('2026-09-10T00:00Z') + Math.floor(random() * 70 * 86_400_000))
      const paid = { uid: `pay-${n}`, amount: 1000 + n, currency: one(['EUR', 'JPY', 'KWD']), paid_at: at.toISOString(), created_at: at.toISOString() } // prettier-ignore
      await here.notify({ ...paid, status: one(['successful', 'successful', 'failed']) })
      if (random() < 0.3) {
        const back = new Date(at.valueOf() + 5 * 86_400_000).toISOString()
        const type = one(['refund', 'chargeback'])
        await here.notify({ ...paid, uid: `back-${n}`, type, amount: 500, parent_uid: paid.uid, created_at: back, paid_at: back, status: 'successful' }) // prettier-ignore
      }
    }
    await customersOf(other).notify({
      uid: 'pay-1',
      amount: 7,
      currency: 'EUR',
      paid_at: '2026-10-01T10:00:00Z',
    })
  })

  const iso = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  /** The same sums, straight from the transactions. */
  async function straight(zone: string, by: string) {
    const { rows } = await office.engine.db.execute(sql`
        SELECT currency, to_char(greatest(date_trunc(${by}, at AT TIME ZONE ${zone}), ${period.from}::date), 'YYYY-MM-DD') AS begin,
          count(*) FILTER (WHERE counts_as = 'paid')::int AS payments,
          coalesce(sum(amount) FILTER (WHERE counts_as = 'paid'), 0)::text AS paid,
          count(*) FILTER (WHERE counts_as = 'failed')::int AS failed,
          count(*) FILTER (WHERE counts_as = 'refunded')::int AS refunds,
          coalesce(sum(amount) FILTER (WHERE counts_as = 'refunded'), 0)::text AS refunded,
          count(*) FILTER (WHERE counts_as = 'charged_back')::int AS chargebacks,
          coalesce(sum(amount) FILTER (WHERE counts_as = 'charged_back'), 0)::text AS charged_back,
          to_char(min(at) FILTER (WHERE counts_as = 'paid') AT TIME ZONE 'UTC', ${iso}) AS first_at,
          to_char(max(at) FILTER (WHERE counts_as = 'paid') AT TIME ZONE 'UTC', ${iso}) AS last_at
        FROM transaction_states WHERE shop_id = ${office.context.shop.id} AND counts_as IS NOT NULL AND currency IS NOT NULL
        GROUP BY currency, begin ORDER BY currency, begin`)
    return rows
  }
  const flat = ({ currencies }: PaymentReport) =>
      currencies
        .flatMap(({ currency, rows }) => rows.map(({ from, to: _to, net: _net, ...row }) => ({ currency, begin: from, ...row })))
        .toSorted((a, b) => (a.currency + a.begin < b.currency + b.begin ? -1 : 1)) // prettier-ignore

  // Offsets of whole hours on both sides of UTC, of half an hour and three quarters, beyond 12 hours; clocks change.
  const views = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Adelaide', 'America/New_York']
    .concat('America/Los_Angeles', 'Pacific/Auckland', 'Pacific/Kiritimati', 'Pacific/Pago_Pago')
    .flatMap((zone) => ['day', 'week', 'month'].map((by) => [zone, by] as const))

  it.each(views)('has the sums of its transactions, in %s by %s', async (zone, by) => {
    const report = await paymentReportOf(office.context, queryOf({ ...period, zone, by }))
    expect(flat(report)).toEqual(await straight(zone, by))
  })

  it('has what an instance of another version counts, which knows quarters only', async () => {
    const { engine, context } = office
    const query = queryOf({ ...period, zone: 'Asia/Kathmandu', by: 'day' })
    // Counts as another version does: some quarters are new, others are there.
    const count = (sign: number) =>
      engine.db.execute(sql`
          INSERT INTO payment_quarters AS q (shop_id, currency, at, paid, payments)
          SELECT ${context.shop.id}, 'EUR', at, ${sign}::int * 30, ${sign}::int
          FROM generate_series('2026-10-01T18:00Z'::timestamptz, '2026-10-02T01:00Z', '15 minutes') at
          ON CONFLICT (shop_id, currency, at) DO UPDATE SET paid = q.paid + excluded.paid, payments = q.payments + excluded.payments`)
    const euros = async () => {
      const { currencies } = await paymentReportOf(context, query)
      const rows = currencies.find(({ currency }) => currency === 'EUR')?.rows ?? []
      return new Map(rows.map(({ from, payments, paid }) => [from, { payments, paid: Number(paid) }]))
    }
    const before = await euros()
    const dayOf = (day: string) => before.get(day) ?? { payments: 0, paid: 0 }
    for (const times of [1, 2]) {
      await count(1)
      // Midnight of Kathmandu is at 18:15 UTC, within four hours and after the first quarter of the 29.
      for (const [day, quarters] of [['2026-10-01', 1], ['2026-10-02', 28]] as const)
          expect((await euros()).get(day)).toEqual({
            payments: dayOf(day).payments + times * quarters,
            paid: dayOf(day).paid + times * quarters * 30,
          }) // prettier-ignore
    }
    await count(-2)
    expect(await euros()).toEqual(before)
    expect(flat(await paymentReportOf(context, query))).toEqual(await straight('Asia/Kathmandu', 'day'))
  })

  it('has the same total for every grouping, and the right net', async () => {
    const [days, weeks, months] = await Promise.all(
      ['day', 'week', 'month'].map((by) => paymentReportOf(office.context, queryOf({ ...period, by }))),
    )
    const totals = (report?: PaymentReport) =>
      report?.currencies.map(({ currency, total }) => ({ currency, ...total }))
    expect(totals(weeks)).toEqual(totals(days))
    expect(totals(months)).toEqual(totals(days))
    for (const { paid, refunded, charged_back: chargedBack, net } of totals(days) ?? [])
      expect(BigInt(net)).toBe(BigInt(paid) - BigInt(refunded) - BigInt(chargedBack))
  })

  it('says when the first and the last payment of each currency was made', async () => {
    const { currencies } = await paymentReportOf(office.context, queryOf(period))
    const { rows } = await office.engine.db.execute<{ currency: string; first: Date; last: Date }>(sql`
        SELECT currency, min(at) AS first, max(at) AS last FROM transaction_states
        WHERE shop_id = ${office.context.shop.id} AND counts_as = 'paid' GROUP BY currency ORDER BY currency`)
    const said = currencies
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
      .map((one) => [one.currency, one.first_at, one.last_at])
    expect(said).toEqual(
      rows.map((row) => [row.currency, new Date(row.first).toISOString(), new Date(row.last).toISOString()]),
    )
    const none = await paymentReportOf(office.context, queryOf({ from: '2026-12-01', to: '2026-12-31' }))
    expect(none.currencies).toEqual([])
  })

  it('excludes other shops and days', async () => {
    const report = await paymentReportOf(other.context, queryOf(period))
    expect(report.currencies).toMatchObject([{ currency: 'EUR', total: { payments: 1, paid: '7' } }])
    const later = await paymentReportOf(other.context, queryOf({ from: '2026-10-02', to: '2026-11-30' }))
    expect(later.currencies).toEqual([])
  })

  it('is exported, with amounts in major units of each currency', async () => {
    let text = ''
    const columns = ['currency', 'from', 'to', 'payments', 'paid', 'net', 'first_at', 'last_at'] as const
    const query = queryOf({ ...period, by: 'month' })
    for await (const part of exportPaymentReport(other.context, {
      query,
      columns,
      separator: 'semicolon',
      bom: false,
    }))
      // prettier-ignore
      text += part
    expect(text).toBe(
      'currency;from;to;payments;paid;net;first_at;last_at\r\nEUR;2026-10-01;2026-10-31;1;0,07;0,07;2026-10-01T10:00:00.000Z;2026-10-01T10:00:00.000Z\r\n',
    )
  })
})
