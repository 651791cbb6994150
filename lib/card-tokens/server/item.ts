import 'server-only'
import { and, count, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { ActorContext } from '../../core/server/context'
import { maskEmail, maskName } from '../../core/server/search/contacts-in-text'
import { isMaskedFor, shownName } from '../../customers/server/listing/item'
import { mergeTopsOf } from '../../customers/server/merging/joined'
import { customers } from '../../customers/server/tables'
import { type CardTokenItem, soonDays, type CardExpiry } from '../schema'
import { cardTokens, type CardTokenRow } from './tables'

/** The columns of a list. Never the sealed token or its mark. */
export const itemColumns = {
  id: cardTokens.id,
  tokenEnd: cardTokens.tokenEnd,
  brand: cardTokens.brand,
  last4: cardTokens.last4,
  holder: cardTokens.holder,
  expMonth: cardTokens.expMonth,
  expYear: cardTokens.expYear,
  stamp: cardTokens.stamp,
  contracts: cardTokens.contracts,
  test: cardTokens.test,
  source: cardTokens.source,
  checkoutId: cardTokens.checkoutId,
  notificationId: cardTokens.notificationId,
  email: cardTokens.email,
  customerId: cardTokens.customerId,
  createdAt: cardTokens.createdAt,
}
export type ItemRow = Pick<CardTokenRow, keyof typeof itemColumns>

/** Converts rows to the form that the person may see, with customer names and the number of tokens per card. */
export async function toItems(context: ActorContext, rows: ItemRow[]): Promise<CardTokenItem[]> {
  const [holders, counts] = await Promise.all([customersOf(context, rows), countsByStamp(context, rows)])
  const isMasked = isMaskedFor(context.actor)
  return rows.map((row) => ({
    id: row.id,
    brand: row.brand,
    last_4: row.last4,
    holder: row.holder !== null && isMasked ? maskName(row.holder) : row.holder,
    exp_month: row.expMonth,
    exp_year: row.expYear,
    expiry: expiryOf(row),
    contracts: row.contracts,
    test: row.test,
    source: row.source,
    checkout_id: row.checkoutId,
    notification_id: row.notificationId,
    customer_id: holders.get(row.customerId ?? '')?.id ?? row.customerId,
    customer_name: holders.get(row.customerId ?? '')?.name || null,
    email: row.email !== null && isMasked ? maskEmail(row.email) : row.email,
    token_end: row.tokenEnd,
    same_card: counts.get(row.stamp ?? '') ?? 1,
    created_at: row.createdAt.toISOString(),
  }))
}

const present = (values: (string | null)[]): string[] =>
  [...new Set(values)].filter((value) => value !== null)

/** Returns, by the ID in a row, the customer: of merged ones, the one that is left. */
async function customersOf({ engine, shop, actor }: ActorContext, rows: ItemRow[]) {
  const ids = present(rows.map(({ customerId }) => customerId))
  const left = await mergeTopsOf(engine.db, shop.id, ids)
  if (left.size === 0) return new Map<string, { id: string; name: string }>()
  const found = await engine.db
    .select({ id: customers.id, first_name: customers.firstName, last_name: customers.lastName })
    .from(customers)
    .where(and(eq(customers.shopId, shop.id), inArray(customers.id, [...new Set(left.values())])))
  const names = new Map(found.map(({ id, ...parts }) => [id, shownName(actor, parts)]))
  return new Map([...left].map(([of, id]) => [of, { id, name: names.get(id) ?? '' }]))
}

async function countsByStamp({ engine, shop }: ActorContext, rows: ItemRow[]) {
  const stamps = present(rows.map(({ stamp }) => stamp))
  if (stamps.length === 0) return new Map<string, number>()
  const found = await engine.db
    .select({ stamp: cardTokens.stamp, count: count() })
    .from(cardTokens)
    .where(and(eq(cardTokens.shopId, shop.id), inArray(cardTokens.stamp, stamps)))
    .groupBy(cardTokens.stamp)
  return new Map(found.map((row) => [row.stamp ?? '', row.count]))
}

const dayMs = 24 * 60 * 60_000

/** Returns the state of a card's expiry: valid to the end of its month, in UTC. Null if not known. */
export function expiryOf(
  { expMonth, expYear }: Pick<CardTokenRow, 'expMonth' | 'expYear'>,
  now = new Date(),
): CardExpiry | null {
  if (expMonth === null || expYear === null) return null
  const end = Date.UTC(expYear, expMonth, 1) // `Date` counts months from 0, so this is the first day of the next month.
  if (end <= now.valueOf()) return 'expired'
  return end <= now.valueOf() + soonDays * dayMs ? 'soon' : 'valid'
}

export function whereExpiry(
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
