import 'server-only'
import { sql } from 'drizzle-orm'
import {
  type Figures,
  type Statistics,
  type StatisticsQuery,
  unpaidDays,
  unpaidStates,
  type UnpaidCheckouts,
} from '../schema'
import type { ShopContext } from '../../core/server/context'
import { limitedSum } from '../../core/format/money'
import { eachCurrency } from '../../shops/server/currencies'
import { zoneOf } from '../../core/server/shop/load'
import { behindOf, countingOf } from '../../payments/server/behind'
import { whereFiltered } from '../../checkouts/server/listing/list'
import { checkouts } from '../../checkouts/server/tables'
import { dayIn } from '../../core/format/dates'
import { countLimit, totalOf } from '../../core/server/lists/keyset'
import { dayOf, patternsWithin, wholeDaysOf } from './parts'
import { periodOf, type Period, type Range } from './period'

/**
 * Returns a period's figures and the previous one's, in one currency. Reads counts (tables.ts): at most a few thousand
 * rows, regardless of the number of notifications.
 * - paid: sum of successful payments; net: less refunds and chargebacks within the period;
 * - payments: their number, each transaction once, by time of payment;
 * - success rate: share of successful payments among those that succeeded or failed;
 * - average: paid divided by payments. For what a payment is, see lib/payments/server/tables.ts. Only notifications
 * with evidence count; test payments count in a sandbox shop only.
 * @param at the current time.
 */
export async function statisticsOf(
  context: ShopContext,
  asked: StatisticsQuery,
  at = new Date(),
): Promise<Statistics> {
  const query = { ...asked, zone: zoneOf(context.shop, asked.zone) }
  const period = periodOf(query, at)
  const { now, before, days, step, steps } = period
  const [currencies, counting, behind] = await Promise.all([
    currenciesOf(context, now),
    countingOf(context),
    behindOf(context),
  ])
  const currency = query.currency ?? currencies[0] ?? null
  const [series, seriesBefore, parts] = await Promise.all([
    seriesOf(context, currency, now),
    seriesOf(context, currency, before),
    patternsWithin(context, currency, now),
  ])
  return {
    zone: query.zone,
    from: now.from.toISOString(),
    until: now.until.toISOString(),
    before_from: before.from.toISOString(),
    before_until: before.until.toISOString(),
    days,
    step,
    steps,
    currency,
    currencies,
    now: figuresOf(series),
    before: figuresOf(seriesBefore),
    series: chartSeries(period, series, seriesBefore),
    ...parts,
    counting,
    behind,
  }
}

/**
 * Returns the currencies, most payments in the range first. Whole UTC days come from counts per day, the edges from
 * those per quarter of an hour.
 */
async function currenciesOf({ engine, shop }: ShopContext, { from, end }: Range): Promise<string[]> {
  const known = eachCurrency(
    (after) => sql`SELECT currency FROM payment_quarters
      WHERE shop_id = ${shop.id} AND currency > ${after} ORDER BY currency LIMIT 1`,
  )
  const { first, last } = wholeDaysOf(from, end)
  const at = (time: Date | number) => sql`${new Date(time).toISOString()}::timestamptz`
  const between = (start: Date | number, until: Date | number) => sql`
    SELECT payments, failed FROM payment_quarters q WHERE q.shop_id = ${shop.id} AND q.currency = known.currency
      AND q.at >= ${at(start)} AND q.at < ${at(until)}`
  const { rows } = await engine.db.execute<{ currency: string }>(sql`
    SELECT currency FROM ${known} known, LATERAL (
      SELECT coalesce(sum(payments + failed), 0) AS payments FROM payment_days d
      WHERE d.shop_id = ${shop.id} AND d.currency = known.currency AND d.facet = 'brand' AND d.days = 1
        AND d.day >= ${dayOf(first)}::date AND d.day < ${dayOf(last)}::date
    ) inside, LATERAL (
      SELECT coalesce(sum(payments + failed), 0) AS payments FROM (
        ${between(from, Math.min(first, end.valueOf()))} UNION ALL ${between(last, end)}) both_edges
    ) edges, LATERAL (
      SELECT max(at) AS last FROM payment_quarters q WHERE q.shop_id = ${shop.id} AND q.currency = known.currency
    ) newest
    ORDER BY inside.payments + edges.payments DESC, newest.last DESC, currency`)
  return rows.map(({ currency }) => currency)
}

const amounts = ['paid', 'refunded', 'charged_back'] as const
const counts = ['payments', 'failed', 'refunds', 'chargebacks'] as const
/** Amounts are exact, however large. */
type Sums = Record<(typeof amounts)[number], bigint> & Record<(typeof counts)[number], number>
/** `part`: index into the range's parts. `is_until`: before `until`, so part of the comparison. */
type SeriesRow = Sums & { part: number; is_until: boolean }

const sumList = sql.raw(
  [
    ...amounts.map((column) => `sum(${column})::text AS ${column}`),
    ...counts.map((column) => `sum(${column})::int AS ${column}`),
  ].join(', '),
)

async function seriesOf(
  { engine, shop }: ShopContext,
  currency: string | null,
  { from, until, end, starts }: Range,
): Promise<SeriesRow[]> {
  if (currency === null) return []
  const begins = sql`${sql.param(starts.map((start) => start.toISOString()))}::timestamptz[]`
  const { rows } = await engine.db.execute<SeriesRow & Record<(typeof amounts)[number], string>>(sql`
    SELECT width_bucket(at, ${begins}) - 1 AS part, at < ${until.toISOString()}::timestamptz AS is_until,
      ${sumList}
    FROM payment_quarters
    WHERE shop_id = ${shop.id} AND currency = ${currency}
      AND at >= ${from.toISOString()}::timestamptz AND at < ${end.toISOString()}::timestamptz
    GROUP BY part, is_until`)
  return rows.map((row) => ({
    ...row,
    paid: BigInt(row.paid),
    refunded: BigInt(row.refunded),
    charged_back: BigInt(row.charged_back),
  }))
}

const none: Sums = {
  paid: 0n,
  payments: 0,
  failed: 0,
  refunded: 0n,
  refunds: 0,
  charged_back: 0n,
  chargebacks: 0,
}

const add = (one: Sums, other: Sums): Sums => ({
  paid: one.paid + other.paid,
  payments: one.payments + other.payments,
  failed: one.failed + other.failed,
  refunded: one.refunded + other.refunded,
  refunds: one.refunds + other.refunds,
  charged_back: one.charged_back + other.charged_back,
  chargebacks: one.chargebacks + other.chargebacks,
})

function figuresOf(series: SeriesRow[]): Figures {
  const sums = series.filter((row) => row.is_until).reduce<Sums>(add, none)
  const known = sums.payments + sums.failed
  const payments = BigInt(sums.payments)
  return {
    ...sums,
    paid: limitedSum(sums.paid),
    refunded: limitedSum(sums.refunded),
    charged_back: limitedSum(sums.charged_back),
    net: limitedSum(sums.paid - sums.refunded - sums.charged_back),
    success_rate: known === 0 ? null : sums.payments / known,
    // Rounded, half a minor unit up.
    average: payments === 0n ? null : limitedSum((2n * sums.paid + payments) / (2n * payments)),
  }
}

function chartSeries(
  { now, before }: Period,
  series: SeriesRow[],
  seriesBefore: SeriesRow[],
): Statistics['series'] {
  const sumsAt = (rows: SeriesRow[], part: number) => {
    const { paid, payments, failed } = rows.filter((row) => row.part === part).reduce<Sums>(add, none)
    return { paid: limitedSum(paid), payments, failed }
  }
  return now.starts.map((at, part) => {
    const earlier = before.starts[part]
    return {
      at: at.toISOString(),
      ...sumsAt(series, part),
      before: earlier ? { at: earlier.toISOString(), ...sumsAt(seriesBefore, part) } : null,
    }
  })
}

const dayMs = 86_400_000

/**
 * Counts checkouts of the last two weeks that are unpaid for at least 24 hours; in a live shop without test ones. Uses
 * whole days, so that the list of checkouts with the same query shows the same number.
 */
export async function unpaidCheckoutsOf(
  { engine, shop }: ShopContext,
  at = Date.now(),
): Promise<UnpaidCheckouts> {
  const dayAt = (time: number) => dayIn(new Date(time), zoneOf(shop))
  const query = {
    state: [...unpaidStates],
    created_from: dayAt(at - unpaidDays * dayMs),
    created_to: dayAt(at - 2 * dayMs),
    ...(shop.mode === 'live' ? { test: false } : {}),
  }
  const some = engine.db
    .select({ one: sql`1`.as('one') })
    .from(checkouts)
    .where(whereFiltered(shop, query))
    .limit(countLimit)
    .as('some')
  const [counted] = await engine.db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(some)
  return { ...query, ...totalOf(counted?.count ?? 0) }
}
