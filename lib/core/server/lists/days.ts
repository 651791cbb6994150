import 'server-only'
import { parseDate } from '@internationalized/date'
import { and, sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** Days (YYYY-MM-DD), both included. */
type DayRange = { from?: string; to?: string }

/**
 * The dates that both PostgreSQL and ISO 8601 can express. The last one begins the last four hours, because the sums of
 * payments are kept per four hours.
 */
const [earliest, latest] = [new Date('0001-01-01T00:00Z'), new Date('9999-12-31T20:00Z')]

/** The closest of them. */
export const storable = (at: Date): Date => (at < earliest ? earliest : at > latest ? latest : at)

/** When a day begins in a zone. A day may have 23 to 25 hours. */
export const beginOf = (day: string, zone: string): Date => storable(parseDate(day).toDate(zone))

/** When the next one begins. */
export const endOfDay = (day: string, zone: string): Date =>
  storable(parseDate(day).add({ days: 1 }).toDate(zone))

/** Without a day there is no bound. */
export const boundsOfDays = ({ from, to }: DayRange, zone: string): { from?: Date; until?: Date } => ({
  ...(from === undefined ? {} : { from: beginOf(from, zone) }),
  ...(to === undefined ? {} : { until: endOfDay(to, zone) }),
})

/** Whether a time is within days of a zone. */
export function whereWithinDays(at: SQLWrapper, days: DayRange, zone: string): SQL | undefined {
  const { from, until } = boundsOfDays(days, zone)
  return and(
    from && sql`${at} >= ${from.toISOString()}::timestamptz`,
    until && sql`${at} < ${until.toISOString()}::timestamptz`,
  )
}
