import 'server-only'
import { sql, type SQL } from 'drizzle-orm'

/** When a day (YYYY-MM-DD) begins in UTC, as lists narrow by days; or so many days later. */
export const midnightUtc = (day: string, days = 0): SQL =>
  sql`((${day}::timestamp + make_interval(days => ${days})) AT TIME ZONE 'UTC')`
