import 'server-only'
import type { Truth } from '../server/ledger/testing-histories'

export type Counted = Truth['counts'][number]['as']

/** For tests: the year that lists and reports query. */
export const period = { from: '2025-01-01', to: '2025-12-31' }

/** For tests: in the order in which rows are compared. */
export const byUid = <Row extends { uid: string }>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => (a.uid < b.uid ? -1 : 1))

const formats = new Map<string, Intl.DateTimeFormat>()
/** The day of a zone, worked out by another library than the report uses. */
function dayIn(zone: string, at: Date): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  formats.set(zone, format)
  return format.format(at)
}

/** For tests: what counts within the period's days of the zone. */
export const countsOf = (truths: readonly Truth[], zone: string) =>
  truths
    .flatMap(({ counts }) => counts.map((one) => ({ ...one, day: dayIn(zone, one.at) })))
    .filter(({ day }) => day >= period.from && day <= period.to)

function partOf(day: string, by: string): string {
  if (by === 'day') return day
  if (by === 'month') return `${day.slice(0, 8)}01`
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  const monday = date.toISOString().slice(0, 10)
  return monday < period.from ? period.from : monday
}

export type ReportLine = { currency: string; from: string }
export const byCurrencyAndDay = (a: ReportLine, b: ReportLine) =>
  a.currency + a.from < b.currency + b.from ? -1 : 1

/** For tests: the rows that the report must have. */
export function reportOf(truths: readonly Truth[], zone: string, by: string) {
  const groups = new Map<string, ReturnType<typeof countsOf>>()
  for (const one of countsOf(truths, zone)) {
    const key = `${one.currency} ${partOf(one.day, by)}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups]
    .map(([key, counts]) => {
      const [currency = '', from = ''] = key.split(' ')
      const of = (as: Counted) => counts.filter((one) => one.as === as)
      const times = of('paid')
        .map(({ at }) => at.toISOString())
        .toSorted()
      const sum = (as: Counted) => of(as).reduce((total, { amount }) => total + BigInt(amount), 0n)
      return {
        currency, from, payments: of('paid').length, paid: String(sum('paid')), failed: of('failed').length,
        refunds: of('refunded').length, refunded: String(sum('refunded')), chargebacks: of('charged_back').length,
        charged_back: String(sum('charged_back')), net: String(sum('paid') - sum('refunded') - sum('charged_back')),
        first_at: times[0] ?? null, last_at: times.at(-1) ?? null,
      } // prettier-ignore
    })
    .toSorted(byCurrencyAndDay)
}
