import 'server-only'
import { and, eq, like, sql } from 'drizzle-orm'
import { productFieldNames, productFieldRows } from '../../fields'
import type { HistoryChange, HistoryEntry, HistoryPage, HistoryQuery, ProductDetail } from '../../schema'
import { isEqualValue } from '../../../gateway/products/values'
import type { ShopContext } from '../../../core/server/context'
import { keysetPage } from '../../../core/server/lists/keyset'
import { activity } from '../../../core/server/tables/requests'
import { users } from '../../../core/server/tables/users'
import type { ProductUpdate } from '../../../gateway/products/product'
import { toZoned } from '../../../core/server/zoned'

/** All other activity is for owners: an ID in the address may be that of a person, or of anything else. */
const whereOfProducts = like(activity.action, 'product.%')

export async function productHistory(
  { engine, shop }: ShopContext,
  id: string,
  { cursor, limit }: HistoryQuery,
): Promise<HistoryPage> {
  if (id.includes('\0')) return { items: [], next_cursor: null }
  const keyset = keysetPage(
    {
      expression: sql`${activity.at}`,
      type: 'timestamptz',
      id: sql`${activity.id}::text`,
      isDescending: true,
    },
    { sort: '-at', cursor, limit },
  )
  const rows = await engine.db
    .select({
      id: activity.id,
      at: activity.at,
      action: activity.action,
      detail: activity.detail,
      by: users.name,
      email: users.email,
      cursor_value: sql<string>`${activity.at}::text`,
      cursor_id: sql<string>`${activity.id}::text`,
    })
    .from(activity)
    .leftJoin(users, eq(users.id, activity.actorId))
    .where(and(eq(activity.shopId, shop.id), eq(activity.subject, id), whereOfProducts, keyset.after))
    .orderBy(keyset.orderBy)
    .limit(keyset.take)
  const { rows: shown, next_cursor } = keyset.page(rows)
  return { items: withoutEchoes(shown.map(toEntry)), next_cursor }
}

type Row = {
  id: string
  at: Date
  action: string
  detail: Record<string, unknown>
  by: string | null
  email: string | null
}

function toEntry({ id, at, action, detail, by, email }: Row): HistoryEntry {
  return { id, at: at.toISOString(), action, by: by || email, changes: changesOf(action, detail) }
}

/**
 * Removes gateway entries that repeat one of ours: a background read may note it first. The same entry never comes
 * twice in a row.
 */
function withoutEchoes(entries: readonly HistoryEntry[]): HistoryEntry[] {
  return entries.flatMap((entry, index) => {
    if (entry.by !== null || entry.action !== 'product.changed') return [entry]
    const beside = [entries[index - 1], entries[index + 1]].filter(
      (other) => other?.action === 'product.changed' && other.by !== null,
    )
    const changes = entry.changes.filter(
      (change) => !beside.some((other) => other?.changes.some((theirs) => isSameChange(change, theirs))),
    )
    return changes.length > 0 || entry.changes.length === 0 ? [{ ...entry, changes }] : []
  })
}

const isSameChange = (one: HistoryChange, other: HistoryChange): boolean =>
  one.field === other.field &&
  isEqualValue(one.field, one.from, other.from) &&
  isEqualValue(one.field, one.to, other.to)

const changing = ['product.changed', 'product.accepted']

/** Entries of earlier releases hold field names without values. */
function changesOf(action: string, { fields, before, after }: Record<string, unknown>): HistoryChange[] {
  if (!changing.includes(action) || !Array.isArray(fields)) return []
  const [from, to] = [recordOf(before), recordOf(after)]
  return (
    fields
      .filter((field) => typeof field === 'string')
      // Leaves out fields that were sent with the value they had.
      .filter((field) => !(field in from && field in to && isEqualValue(field, from[field], to[field])))
      .map((field) => ({
        field,
        ...(field in from ? { from: from[field] } : {}),
        ...(field in to ? { to: to[field] } : {}),
      }))
  )
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Values of fields that can be sent. `archived` exists in Counterfoil only. Null: empty. Absent: not known. */
export type Values = { [Field in keyof ProductUpdate]?: ProductUpdate[Field] | null } & {
  archived?: boolean | null
}
export type ValueField = keyof Values

/** A value and the flag that makes it meaningless. They only have a meaning together. */
const pairs = productFieldNames.flatMap((off) => {
  const flag = productFieldRows[off].unless
  return flag ? [{ flag, off }] : []
})
const pairOf = (field: ValueField) => pairs.find(({ flag, off }) => field === flag || field === off)

export const withPairedFields = (fields: readonly ValueField[]): ValueField[] => [
  ...new Set(
    fields.flatMap((field) => {
      const pair = pairOf(field)
      return pair ? [field, field === pair.flag ? pair.off : pair.flag] : [field]
    }),
  ),
]

/**
 * Adds what the gateway requires: a quantity needs `infinite: false`, an expiry needs `immortal: false`, and the other
 * way round. `values` holds what is wanted, `now` the product's own.
 */
export function withRequiredPairs(change: Values, values: Values, now: Values): Values {
  const needed: Values = { ...change }
  if (change.quantity != null && values.infinite === undefined && now.infinite !== false)
    needed.infinite = false
  if (needed.infinite === false) needed.quantity ??= values.quantity ?? now.quantity ?? undefined
  if (change.expired_at != null && values.immortal === undefined && now.immortal === true)
    needed.immortal = false
  if (needed.immortal === false) needed.expired_at ??= values.expired_at ?? now.expired_at ?? undefined
  return Object.fromEntries(Object.entries(needed).filter(([, value]) => value !== undefined))
}

/** Leaves out values that are not known. */
export function valuesOf(product: ProductDetail, fields: readonly ValueField[]): Values {
  const held = { ...product, expired_at: product.expired_at && toZoned(product.expired_at) }
  const entries = fields.map((field) => [field, held[field] ?? emptyValueOf(product, field)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Returns the value of an empty field: null, the gateway's default, or undefined if not known. */
function emptyValueOf(product: ProductDetail, field: ValueField): Values[ValueField] {
  const { sources } = product
  const pair = pairOf(field)
  if (pair && field === pair.off && product[pair.flag] === true) return null
  if (!(field in sources) || sources[field as keyof typeof sources] === 'unknown') return undefined
  return field === 'immortal' ? false : null
}

/** Returns the current values of those fields in `wanted` that differ. An unknown value always differs. */
export function differingValues(now: Values, wanted: Values): Values {
  const fields = Object.keys(wanted) as ValueField[]
  return Object.fromEntries(
    fields
      .filter((field) => !isEqualValue(field, now[field], wanted[field]))
      .map((field) => [field, now[field] ?? null]),
  )
}

/** Returns the change that restores `before`. Null if a value is not known or cannot be sent. */
export function reverse(change: Values, before: Values): Values | null {
  const back: Values = {}
  for (const field of Object.keys(change) as ValueField[]) {
    const pair = pairOf(field)
    if (!pair) Object.assign(back, { [field]: before[field] ?? null })
    else if (before[pair.flag] === true) Object.assign(back, { [pair.flag]: true })
    else
      Object.assign(back, pair.flag in change && { [pair.flag]: false }, {
        [pair.off]: before[pair.off] ?? null,
      })
  }
  return Object.values(back).some((value) => value === null) ? null : back
}
