import 'server-only'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import {
  productFields,
  type ProductCreate,
  type ProductReply,
  type ProductUpdate,
} from '../../../gateway/products/product'
import { type ProductState, productStates } from '../../state'
import { isAsSent, isUnreadable } from './drift'
import { products, type ProductRow } from '../tables'
import { columnValues, indexed } from '../mirror/columns'
import { productSearchText, submissionsOf, type Submission } from '../mirror/mirror'

const compared = Object.keys(productFields) as (keyof typeof productFields)[]

/** Null: not known. */
export type PriceBefore = Pick<ProductRow, 'amount' | 'currency'>

/**
 * Returns whether a product holds a change. Every field that was sent must be echoed, and a date must be readable. The
 * same minor units in another currency are another price: the part of a price that was not sent must be as before.
 */
export const isChanged = (reply: ProductReply, change: ProductUpdate, before: PriceBefore): boolean =>
  Object.keys(change).every((field) => reply[field] != null && !isUnreadable(field, reply[field])) &&
  hasSentValues(reply, { ...wholePrice(change, before), ...change })

function wholePrice(change: ProductUpdate, { amount, currency }: PriceBefore): ProductUpdate {
  if (change.amount === undefined && change.currency === undefined) return {}
  return { ...(amount === null ? {} : { amount }), ...(currency === null ? {} : { currency }) }
}

/** Returns whether no echoed field contradicts what was sent. Ignores fields that were not sent or are not echoed. */
export const hasSentValues = (reply: ProductReply, sent: Partial<ProductCreate>): boolean =>
  compared.every(
    (field) =>
      sent[field] === undefined || reply[field] == null || isAsSent(field, reply[field], sent[field]),
  )

/** The start of the price and the earlier ones after a change, as the mirror of a reply has them (mirror.ts). */
function pricesAfter(
  { amount, currency, priceSince, earlierPrices }: ProductRow,
  change: ProductUpdate,
  at: Date,
): Partial<Pick<ProductRow, 'priceSince' | 'earlierPrices'>> {
  if ((change.amount ?? amount) === amount && (change.currency ?? currency) === currency) return {}
  if (priceSince === null || priceSince >= at) return { priceSince: at }
  const earlier = { amount, currency, from: priceSince.toISOString(), until: at.toISOString() }
  return { priceSince: at, earlierPrices: [...(earlierPrices ?? []), earlier] }
}

/**
 * Applies a change to the mirror when the gateway accepted it but reading back failed. `raw` and `syncedAt` stay, since
 * our own change is no evidence. `row` is locked: it holds what others changed at the same time.
 */
export async function overlayProduct(
  db: Database,
  row: ProductRow,
  submission: Submission & { fields: ProductUpdate },
): Promise<void> {
  const { fields, by, at } = submission
  const name = fields.name ?? row.name
  const description = fields.description ?? row.description
  // Drop earlier submitted values that the gateway has echoed since.
  const isEchoed = (field: string) =>
    row.raw[field] != null && !(Date.parse(row.submissions?.[field]?.at ?? '') > row.syncedAt.valueOf())
  const earlier = Object.entries(row.submitted ?? {}).filter(([field]) => !isEchoed(field))
  await db
    .update(products)
    .set({
      ...columnValues(fields),
      ...(fields.infinite === true ? { quantity: null } : {}),
      ...pricesAfter(row, fields, at),
      submitted: { ...Object.fromEntries(earlier), ...fields },
      ...(row.submittedAt !== null && row.submittedAt > at ? {} : { submittedAt: at, submittedBy: by }),
      submissions: { ...row.submissions, ...submissionsOf(submission) },
      search: productSearchText({ name, description, id: row.id }),
      // Keeps the row's age. Without a fingerprint, the next full sync writes the row.
      syncedAt: row.syncedAt,
      fingerprint: null,
    })
    .where(and(eq(products.shopId, row.shopId), eq(products.id, row.id)))
}

const { infinite, quantity, immortal, expiredAt } = products

/** The SQL form of `productState` (lib/products/state.ts), which the badges in the list use. Keep both the same. */
export function whereState(state: ProductState, now: Date): SQL {
  const instant = sql`${now.toISOString()}::timestamptz`
  // Also conditions on the indexed expressions, so that an index can serve.
  const expired = sql`(${immortal} IS NOT TRUE AND ${indexed.expiry} <= ${instant})`
  const counted = sql`(${infinite} IS NOT TRUE AND ${quantity} IS NOT NULL)`
  const soldOut = sql`(${counted} AND ${indexed.stock} <= 0)`
  const available = sql`(${infinite} IS TRUE OR ${quantity} > 0)`
  const bounded = sql`(${immortal} IS TRUE OR ${expiredAt} IS NOT NULL)`
  const conditions: Record<ProductState, SQL> = {
    expired,
    sold_out: sql`(NOT ${expired} AND ${soldOut})`,
    live: sql`(NOT ${expired} AND ${available} AND ${bounded})`,
    unknown: sql`(NOT ${expired} AND NOT ${soldOut} AND (${available} AND ${bounded}) IS NOT TRUE)`,
  }
  return conditions[state]
}

export function stateOrder(now: Date): SQL {
  const cases = productStates.map(
    (state, at) => sql`WHEN ${whereState(state, now)} THEN ${sql.raw(String(at))}`,
  )
  return sql`CASE ${sql.join(cases, sql` `)} ELSE ${sql.raw(String(productStates.length))} END`
}
