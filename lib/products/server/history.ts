import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { HistoryChange, HistoryEntry, HistoryPage, HistoryQuery } from '../history'
import { equalValue } from '../../gateway/product-values'
import type { ShopContext } from '../../core/server/context'
import { keysetPage } from '../../core/server/lists/keyset'
import { activity } from '../../core/server/tables/requests'
import { users } from '../../core/server/tables/users'
import type { ProductDetail } from '../schema'
import type { ProductUpdate } from '../../gateway/product'
import { toZoned } from '../../core/server/zoned'

/** What happened to a product, newest first: who did it, and the values before and after where they were noted. */
export async function productHistory(
  { engine, shop }: ShopContext,
  id: string,
  { cursor, limit }: HistoryQuery,
): Promise<HistoryPage> {
  if (id.includes('\0')) return { items: [], next_cursor: null }
  const keyset = keysetPage(
    { expression: sql`${activity.at}`, type: 'timestamptz', id: sql`${activity.id}::text`, descending: true },
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
    .where(and(eq(activity.shopId, shop.id), eq(activity.subject, id), keyset.after))
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
 * A change that was sent from here may be read back and noted as the gateway's own before it is noted as ours. A value
 * cannot go from one to another twice in a row: of two such entries, the one that names a person is right.
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
  equalValue(one.field, one.from, other.from) &&
  equalValue(one.field, one.to, other.to)

/** Whose entries have values from before and after. */
const changing = ['product.changed', 'product.accepted']

/** What was noted of a change. Entries of an earlier release name the fields only. */
function changesOf(action: string, { fields, before, after }: Record<string, unknown>): HistoryChange[] {
  if (!changing.includes(action) || !Array.isArray(fields)) return []
  const [from, to] = [recordOf(before), recordOf(after)]
  return (
    fields
      .filter((field) => typeof field === 'string')
      // What was sent as it was already is no change.
      .filter((field) => !(field in from && field in to && equalValue(field, from[field], to[field])))
      .map((field) => ({
        field,
        ...(field in from ? { from: from[field] } : {}),
        ...(field in to ? { to: to[field] } : {}),
      }))
  )
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Fields of a product as they can be sent; `archived` is ours alone. Null: nothing stands there; absent: not known. */
export type Values = { [Field in keyof ProductUpdate]?: ProductUpdate[Field] | null } & {
  archived?: boolean | null
}
export type ValueField = keyof Values

/** One of these says nothing without the other. */
const partners: Partial<Record<ValueField, ValueField>> = {
  infinite: 'quantity',
  quantity: 'infinite',
  immortal: 'expired_at',
  expired_at: 'immortal',
}

/** These fields and what they depend on. */
export const withPartners = (fields: readonly ValueField[]): ValueField[] => [
  ...new Set(fields.flatMap((field) => [field, partners[field] ?? field])),
]

/** What a product holds of these fields; what is not known of it is left out. */
export function valuesOf(product: ProductDetail, fields: readonly ValueField[]): Values {
  const held = { ...product, expired_at: product.expired_at && toZoned(product.expired_at) }
  const entries = fields.map((field) => [field, held[field] ?? nothingOf(product, field)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** What it means that a field has no value: nothing, the gateway's default, or (undefined) that nobody knows. */
function nothingOf(product: ProductDetail, field: ValueField): Values[ValueField] {
  const { sources, infinite, immortal } = product
  const isNothing =
    (field === 'quantity' && infinite === true) || (field === 'expired_at' && immortal === true)
  if (isNothing) return null
  if (!(field in sources) || sources[field as keyof typeof sources] === 'unknown') return undefined
  return field === 'immortal' ? false : null
}

/** Of `wanted`, the fields that hold something else, with what they hold. What is not known differs from any value. */
export function differing(now: Values, wanted: Values): Values {
  const fields = Object.keys(wanted) as ValueField[]
  return Object.fromEntries(
    fields
      .filter((field) => !equalValue(field, now[field], wanted[field]))
      .map((field) => [field, now[field] ?? null]),
  )
}

/**
 * The change that brings back what stood in `before` in the fields that `change` wrote; null where that is not
 * known, or cannot be sent.
 */
export function reverse(change: Values, before: Values): Values | null {
  const back: Values = {}
  for (const field of Object.keys(change) as ValueField[]) {
    if (field === 'infinite' || field === 'quantity')
      Object.assign(back, stockOf(before, 'infinite' in change))
    else if (field === 'immortal' || field === 'expired_at')
      Object.assign(back, expiryOf(before, 'immortal' in change))
    else Object.assign(back, { [field]: before[field] ?? null })
  }
  return Object.values(back).some((value) => value === null) ? null : back
}

function stockOf({ infinite, quantity }: Values, withKind: boolean): Values {
  if (infinite === true) return { infinite: true }
  return withKind ? { infinite: false, quantity: quantity ?? null } : { quantity: quantity ?? null }
}

function expiryOf({ immortal, expired_at: expiredAt }: Values, withKind: boolean): Values {
  if (immortal === true) return { immortal: true }
  return withKind ? { immortal: false, expired_at: expiredAt ?? null } : { expired_at: expiredAt ?? null }
}
