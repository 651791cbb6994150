import 'server-only'
import { type CalendarDate, parseDate, startOfMonth, today } from '@internationalized/date'
import { sql } from 'drizzle-orm'
import { isoText } from '../../../core/server/sql'
import type { ShopContext, ActorContext } from '../../../core/server/context'
import { beginOf, endOfDay } from '../../../core/server/lists/days'
import { zoneOf } from '../../../core/server/shop/load'
import type {
  PaymentReport,
  PaymentReportQuery,
  ReportRow,
  ReportSums,
  PaymentReportColumn,
  PaymentReportExport,
} from '../../report'
import { behindOf, countingOf } from '../behind'
import { csvText, majorTextFor } from '../../../core/server/files/csv'
import { sumsWithin, feesOf } from './sums'

/**
 * Adds up what was paid, refunded and charged back, by currency and by day, week or month of a time zone. Exact, however
 * many payments there are (sums.ts).
 */
export async function paymentReportOf(
  context: ShopContext,
  asked: PaymentReportQuery,
): Promise<PaymentReport> {
  const query = withDays({ ...asked, zone: zoneOf(context.shop, asked.zone) })
  const [rows, tests, fromStatements, fees, counting, behind] = await Promise.all([
    sumsOf(context, query),
    testsOf(context, query),
    fromStatementsOf(context, query),
    feesOf(context, query),
    countingOf(context),
    behindOf(context),
  ])
  const currencies = [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const own = rows.flatMap(({ currency: other, ...row }) => (other === currency ? row : []))
    const withPayments = own.filter(({ first_at: at }) => at !== null)
    return {
      currency,
      rows: own,
      total: totalOf(own),
      first_at: withPayments[0]?.first_at ?? null,
      last_at: withPayments.at(-1)?.last_at ?? null,
    }
  })
  currencies.sort((a, b) => b.total.payments - a.total.payments || (a.currency < b.currency ? -1 : 1))
  const { zone, from, to, by } = query
  return { zone, from, to, by, currencies, tests, from_statements: fromStatements, fees, counting, behind }
}

type Period = Pick<PaymentReportQuery, 'by'> & { from: string; to: string; zone: string }

function withDays({ from, to, zone, by }: PaymentReportQuery & { zone: string }): Period {
  if (from !== undefined && to !== undefined) return { from, to, zone, by }
  const last = today(zone)
  return { from: last.subtract({ days: 29 }).toString(), to: last.toString(), zone, by }
}

type Part = { from: string; to: string; start: Date }

/** The days, weeks from Monday or months of the period. The first and the last may be cut by it. */
export function partsOf({ from, to, zone, by }: Period): Part[] {
  const last = parseDate(to)
  const parts: Part[] = []
  for (let first = parseDate(from); first.compare(last) <= 0;) {
    const next = nextPart(first, by)
    const end = next.compare(last) > 0 ? last : next.subtract({ days: 1 })
    parts.push({ from: first.toString(), to: end.toString(), start: beginOf(first.toString(), zone) })
    first = next
  }
  return parts
}

function nextPart(first: CalendarDate, by: PaymentReportQuery['by']): CalendarDate {
  if (by === 'month') return startOfMonth(first).add({ months: 1 })
  if (by === 'day') return first.add({ days: 1 })
  const sinceMonday = (first.toDate('UTC').getUTCDay() + 6) % 7
  return first.add({ days: 7 - sinceMonday })
}

/** The period's first instant, and the first one after it. */
const boundsOf = ({ from, to, zone }: Period) => ({
  begin: beginOf(from, zone).toISOString(),
  end: endOfDay(to, zone).toISOString(),
})

type CurrencyRow = ReportRow & { currency: string }

async function sumsOf(context: ShopContext, query: Period): Promise<CurrencyRow[]> {
  const parts = partsOf(query)
  const end = endOfDay(query.to, query.zone)
  const starts = [...parts.map(({ start }) => start), end]
  const rows = await sumsWithin(context, starts)
  const times = await timesOf(context, rows, starts)
  return rows.flatMap(({ part, ...row }, n) => {
    const [found, firstAndLast] = [parts[part], times[n]]
    return found && firstAndLast ? [{ ...row, from: found.from, to: found.to, ...firstAndLast }] : []
  })
}

type Times = Pick<ReportRow, 'first_at' | 'last_at'>

/** Returns when the first and the last payment of each row were made. Finds each by the index of counted transactions. */
async function timesOf(
  { engine, shop }: ShopContext,
  sums: readonly { currency: string; part: number; payments: number }[],
  starts: readonly Date[],
): Promise<Times[]> {
  const at = (order: 'ASC' | 'DESC') => sql`CASE WHEN row.payments > 0 THEN (
    SELECT ${isoText(sql`c.at`)} FROM transaction_states c
    WHERE c.shop_id = ${shop.id} AND c.currency = row.currency AND c.counts_as = 'paid'
      AND c.at >= row.begins AND c.at < row.ends
    ORDER BY c.at ${sql.raw(order)} LIMIT 1) END`
  const all = (of: (row: (typeof sums)[number]) => unknown) => sql.param(sums.map(of))
  const { rows } = await engine.db.execute<Times>(sql`
    SELECT ${at('ASC')} AS first_at, ${at('DESC')} AS last_at
    FROM unnest(${all(({ currency }) => currency)}::text[], ${all(({ payments }) => payments)}::int[],
      ${all(({ part }) => starts[part]?.toISOString())}::timestamptz[],
      ${all(({ part }) => starts[part + 1]?.toISOString())}::timestamptz[])
      WITH ORDINALITY AS row (currency, payments, begins, ends, n) ORDER BY n`)
  return rows
}

/** Adds up payments with test cards in a live shop. In other shops they count like other payments. */
async function testsOf({ engine, shop }: ShopContext, query: Period): Promise<PaymentReport['tests']> {
  if (shop.mode !== 'live') return []
  const { begin, end } = boundsOf(query)
  const { rows } = await engine.db.execute<PaymentReport['tests'][number]>(sql`
    SELECT currency, count(*)::int AS payments, sum(paid)::text AS paid FROM payments
    WHERE shop_id = ${shop.id} AND test AND paid > 0 AND currency IS NOT NULL
      AND at >= ${begin}::timestamptz AND at < ${end}::timestamptz
    GROUP BY currency ORDER BY currency`)
  return rows
}

async function fromStatementsOf(
  { engine, shop }: ShopContext,
  query: Period,
): Promise<PaymentReport['from_statements']> {
  const { begin, end } = boundsOf(query)
  const { rows } = await engine.db.execute<PaymentReport['from_statements'][number]>(sql`
    SELECT currency, count(*)::int AS payments, sum(amount)::text AS paid FROM transaction_states
    WHERE shop_id = ${shop.id} AND reconciliation_id IS NOT NULL AND counts_as = 'paid'
      AND at >= ${begin}::timestamptz AND at < ${end}::timestamptz
    GROUP BY currency ORDER BY currency`)
  return rows
}

function totalOf(rows: readonly ReportSums[]): ReportSums {
  const count = (of: (row: ReportSums) => number) => rows.reduce((sum, row) => sum + of(row), 0)
  const amount = (of: (row: ReportSums) => string) =>
    String(rows.reduce((sum, row) => sum + BigInt(of(row)), 0n))
  return {
    payments: count((row) => row.payments),
    paid: amount((row) => row.paid),
    failed: count((row) => row.failed),
    refunds: count((row) => row.refunds),
    refunded: amount((row) => row.refunded),
    chargebacks: count((row) => row.chargebacks),
    charged_back: amount((row) => row.charged_back),
    net: amount((row) => row.net),
  }
}

type Line = Partial<ReportRow> & { currency: string; test: boolean }

/** The report as CSV: a line for each currency and day, week or month. With the column `test`, also lines of test cards. */
export function exportPaymentReport(
  context: ActorContext,
  { query, columns, separator, bom }: PaymentReportExport,
): AsyncGenerator<string, void> {
  const major = majorTextFor(context.shop, separator)
  return csvText(linesOf(context, query, columns.includes('test')), {
    header: columns,
    cells: (line) =>
      columns.map((column) => {
        const value = String(line[column] ?? '')
        return isAmount(column) && value !== '' ? (major(BigInt(value), line.currency) ?? '') : value
      }),
    separator,
    bom,
  })
}

const isAmount = (column: PaymentReportColumn): boolean =>
  column === 'paid' || column === 'refunded' || column === 'charged_back' || column === 'net'

async function* linesOf(
  context: ActorContext,
  query: PaymentReportExport['query'],
  hasTests: boolean,
): AsyncGenerator<Line[], void> {
  const { currencies, tests, from, to } = await paymentReportOf(context, query)
  const isTest = context.shop.mode !== 'live'
  for (const { currency, rows } of currencies) yield rows.map((row) => ({ ...row, currency, test: isTest }))
  if (hasTests) yield tests.map((sums) => ({ ...sums, from, to, test: true }))
}
