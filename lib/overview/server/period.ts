import 'server-only'
import { type CalendarDate, fromDate, parseDate, startOfMonth, toCalendarDate } from '@internationalized/date'
import type { StatisticsQuery } from '../schema'
import type { StatisticsStep } from '../choices'

type Asked = Pick<StatisticsQuery, 'period' | 'from' | 'to' | 'step'> & { zone: string }

/** `until` is exclusive. `starts`: starts of the chart's parts; the last part ends at `end`. */
export type Range = { from: Date; until: Date; end: Date; starts: Date[] }

export type Period = {
  days: number
  step: StatisticsStep
  steps: StatisticsStep[]
  now: Range
  before: Range
}

const quarterMs = 15 * 60_000
const hourMs = 60 * 60_000

/**
 * Returns a period in a zone's days, and the previous one with as many days (fewer if the previous month is shorter). A
 * current period ends with the current quarter of an hour, and is compared with the previous one up to the same time of
 * day. Days have 23 to 25 hours when clocks change.
 */
export function periodOf(asked: Asked, at = new Date()): Period {
  const { zone } = asked
  const today = toCalendarDate(fromDate(at, zone))
  const { first, last } = daysOf(asked, today)
  const days = last.compare(first) + 1
  const isCurrent = first.compare(today) <= 0 && last.compare(today) >= 0
  const steps = stepsOf(days)
  const step = asked.step && steps.includes(asked.step) ? asked.step : usualStep(days)

  const firstBefore = asked.period === 'month' ? first.subtract({ months: 1 }) : first.subtract({ days })
  const sameLength = firstBefore.add({ days: days - 1 })
  const lastBefore = sameLength.compare(first) < 0 ? sameLength : first.subtract({ days: 1 })
  const midnight = (date: CalendarDate) => date.toDate(zone)
  const end = midnight(last.add({ days: 1 }))
  const endBefore = midnight(lastBefore.add({ days: 1 }))
  const now = isCurrent ? new Date(Math.ceil(at.valueOf() / quarterMs) * quarterMs) : end
  const left = end.valueOf() - now.valueOf()
  const untilBefore =
    isCurrent && lastBefore === sameLength ? sameTimeBeforeEnd(lastBefore, zone, left) : endBefore
  return {
    days,
    step,
    steps,
    now: {
      from: midnight(first),
      until: now,
      end,
      starts: startsOf(first, end, { step, zone, like: first }),
    },
    before: {
      from: midnight(firstBefore),
      until: untilBefore,
      end: endBefore,
      starts: startsOf(firstBefore, endBefore, { step, zone, like: first }),
    },
  }
}

const sameTimeBeforeEnd = (date: CalendarDate, zone: string, left: number): Date =>
  new Date(Math.max(date.toDate(zone).valueOf(), date.add({ days: 1 }).toDate(zone).valueOf() - left))

function daysOf(
  { period, from, to }: Asked,
  today: CalendarDate,
): { first: CalendarDate; last: CalendarDate } {
  if (period === 'custom' && from !== undefined && to !== undefined) {
    const [first, last] = [parseDate(from), parseDate(to)]
    // Leaves out future days.
    return { first, last: last.compare(today) > 0 && first.compare(today) <= 0 ? today : last }
  }
  if (period === 'month') return { first: startOfMonth(today), last: today }
  const days = { today: 1, days7: 7, days30: 30, days90: 90, custom: 30 }[period]
  return { first: today.subtract({ days: days - 1 }), last: today }
}

/** Returns the steps that give a readable number of bars, also on a phone. */
const stepsOf = (days: number): StatisticsStep[] => [
  ...(days <= 7 ? (['hour'] as const) : []),
  ...(days > 1 && days <= 120 ? (['day'] as const) : []),
  ...(days >= 14 ? (['week'] as const) : []),
]

function usualStep(days: number): StatisticsStep {
  if (days <= 2) return 'hour'
  return days <= 92 ? 'day' : 'week'
}

type Parts = {
  step: StatisticsStep
  zone: string
  /** Weeks start on Mondays as counted from this day, so that both periods have parts of the same length. */
  like: CalendarDate
}

function startsOf(first: CalendarDate, end: Date, { step, zone, like }: Parts): Date[] {
  const starts: Date[] = []
  if (step === 'hour') {
    for (let at = first.toDate(zone).valueOf(); at < end.valueOf(); at += hourMs) starts.push(new Date(at))
    return starts
  }
  const sinceMonday = (like.toDate('UTC').getUTCDay() + 6) % 7
  for (let days = 0; ; days += step === 'day' ? 1 : days === 0 ? 7 - sinceMonday : 7) {
    const at = first.add({ days }).toDate(zone)
    if (at >= end) return starts
    starts.push(at)
  }
}
