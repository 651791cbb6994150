import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { HistoryChange, HistoryEntry, HistoryPage, HistoryQuery } from '../history'
import { equalValue } from '../../gateway/product-values'
import type { ShopContext } from '../../core/server/context'
import { keysetPage } from '../../core/server/lists/keyset'
import { activity } from '../../core/server/tables/requests'
import { users } from '../../core/server/tables/users'

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
