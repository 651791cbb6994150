import 'server-only'
import { sql, type SQL } from 'drizzle-orm'

/** Midnight UTC of a day (YYYY-MM-DD), or of `days` later. */
export const midnightUtc = (day: string, days = 0): SQL =>
  sql`((${day}::timestamp + make_interval(days => ${days})) AT TIME ZONE 'UTC')`
