import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import { soonDays, type CardExpiry } from '../schema'
import { cardTokens, type CardTokenRow } from './tables'

const dayMs = 24 * 60 * 60_000

/** A card is valid to the end of its month, in UTC. Null where it is not known. */
export function expiryOf(
  { expMonth, expYear }: Pick<CardTokenRow, 'expMonth' | 'expYear'>,
  now = new Date(),
): CardExpiry | null {
  if (expMonth === null || expYear === null) return null
  const end = Date.UTC(expYear, expMonth, 1) // The months of `Date` begin with 0.
  if (end <= now.valueOf()) return 'expired'
  return end <= now.valueOf() + soonDays * dayMs ? 'soon' : 'valid'
}

/** Where it is such; the same in a statement. */
export function hasExpiry(
  expiry: CardExpiry,
  now = new Date(),
  { expYear, expMonth }: Pick<typeof cardTokens, 'expYear' | 'expMonth'> = cardTokens,
): SQL {
  const end = sql`(make_date(${expYear}, ${expMonth}, 1) + interval '1 month') AT TIME ZONE 'UTC'`
  const [today, soon] = [now, new Date(now.valueOf() + soonDays * dayMs)].map((at) => at.toISOString())
  const conditions: Record<CardExpiry, SQL> = {
    expired: sql`${end} <= ${today}::timestamptz`,
    soon: sql`(${end} > ${today}::timestamptz AND ${end} <= ${soon}::timestamptz)`,
    valid: sql`${end} > ${soon}::timestamptz`,
  }
  return conditions[expiry]
}
