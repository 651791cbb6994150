import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import {
  timelineKinds,
  type MatchReason,
  type TimelineEntry,
  type TimelineKind,
  type TimelinePage,
  type TimelineQuery,
} from '../../schema'
import type { Payment } from '../../../payments/schema'
import { stateNow } from '../../../checkouts/server/state'
import { isoText } from '../../../core/server/sql'
import { maskFor } from '../../../core/server/search/contacts-in-text'
import type { ActorContext } from '../../../core/server/context'
import { keysetPage, type KeyedRow } from '../../../core/server/lists/keyset'
import { readPayments } from '../../../payments/server/read'
import { withMerged } from '../merging/joined'
import { paymentsOf } from './transactions'

type Part = { at: SQL; id: SQL; shop: SQL; owner: SQL; columns: SQL; from: SQL }

const parts: Record<Exclude<TimelineKind, 'payment'>, Part> = {
  checkout: {
    at: sql`k.created_at`,
    id: sql`k.id`,
    shop: sql`k.shop_id`,
    owner: sql`k.customer_id`,
    columns: sql`json_build_object('user', k.created_by, 'transaction_type', k.transaction_type, 'amount', k.amount,
      'currency', k.currency, 'description', k.description, 'tracking_id', k.tracking_id, 'test', k.test,
      'state', k.state, 'restsOn', k.rests_on, 'stateAt', k.state_at, 'declines', k.declines, 'attempts', k.attempts,
      'expiresAt', k.expires_at)`,
    from: sql`checkouts k`,
  },
  note: {
    at: sql`n.created_at`,
    id: sql`n.id::text`,
    shop: sql`n.shop_id`,
    owner: sql`n.customer_id`,
    columns: sql`json_build_object('text', n.text, 'user', n.created_by)`,
    from: sql`customer_notes n`,
  },
  change: {
    at: sql`a.at`,
    id: sql`a.id::text`,
    shop: sql`a.shop_id`,
    owner: sql`a.subject`,
    columns: sql`json_build_object('action', a.action, 'detail', a.detail, 'user', a.actor_id)`,
    from: sql`activity a`,
  },
}

/**
 * Returns a page of what happened to a customer and to those merged into it, newest first. A payment appears once, at
 * its own time, however many notifications it has. Reads at most one page per kind and customer.
 */
export async function customerTimeline(
  { engine, shop, actor }: ActorContext,
  id: string,
  { kind, cursor, limit }: TimelineQuery,
): Promise<TimelinePage> {
  const family = id.includes('\0') ? [] : await withMerged(engine.db, shop.id, [id])
  const ids = family.toSorted((one, other) => Number(other === id) - Number(one === id))
  if (ids.length === 0) return { items: [], next_cursor: null }
  const kinds = kind ? [kind] : timelineKinds
  const keysetOf = (at: SQL, one: SQL) =>
    keysetPage(
      { expression: at, id: one, type: 'timestamptz', isDescending: true },
      { sort: '-at', cursor, limit },
    )
  const sources = kinds.map((name) => {
    if (name === 'payment') return paymentSource(shop.id, ids, keysetOf(sql`p.at`, sql`p.uid`))
    const { at, id: key, columns, from, shop: shopColumn, owner } = parts[name]
    const { after, orderBy, take } = keysetOf(at, key)
    return sql`(
      SELECT ${name}::text AS kind, page.* FROM unnest(${sql.param(ids)}::text[]) family (member)
      CROSS JOIN LATERAL (
        SELECT ${at} AS at, ${key} AS id, ${owner} AS customer_id, ${columns} AS part FROM ${from}
        WHERE ${shopColumn} = ${shop.id} AND ${owner} = member AND ${after} ORDER BY ${orderBy} LIMIT ${take}
      ) page)`
  })
  const all = keysetOf(sql`at`, sql`id`)
  const { rows } = await engine.db.execute<Row>(sql`
    WITH entries AS (
      SELECT * FROM (${sql.join(sources, sql` UNION ALL `)}) together ORDER BY ${all.orderBy} LIMIT ${all.take}
    )
    SELECT e.kind, e.id, e.customer_id, ${isoText(sql`e.at`)} AS at,
      e.part, coalesce(nullif(u.name, ''), u.email) AS by,
      e.at::text AS cursor_value, e.id AS cursor_id
    FROM entries e
    LEFT JOIN users u ON u.id = (e.part ->> 'user')::uuid
    ORDER BY ${keysetOf(sql`e.at`, sql`e.id`).orderBy}`)
  const { rows: shown, next_cursor } = all.page(rows)
  const payments = await readPayments(
    engine.db,
    shop.id,
    shown.flatMap((row) => (row.kind === 'payment' ? row.id : [])),
  )
  const byUid = new Map(payments.map((payment) => [payment.uid, payment]))
  const items = shown.flatMap((row) => toEntry(row, byUid) ?? [])
  return { items: maskFor(actor, items), next_cursor }
}

/** Match reasons by priority, for payments whose notifications matched in several ways. */
const reasonsByPriority: readonly MatchReason[] = [
  'hand',
  'payment_token',
  'email',
  'external_id',
  'tracking_id',
  'parent',
]

/** SQL for the payments of these customers, each once. `ids`: the requested customer first, then those merged into it. */
const paymentSource = (
  shopId: string,
  ids: readonly string[],
  { after, orderBy, take }: ReturnType<typeof keysetPage>,
): SQL => sql`(
  SELECT 'payment' AS kind, p.at, p.uid AS id, mine.customer_id, json_build_object('matched_by', mine.matched_by) AS part
  FROM (
    SELECT root_uid,
      (array_agg(customer_id ORDER BY array_position(${sql.param(ids)}::text[], customer_id)))[1] AS customer_id,
      (array_agg(matched_by ORDER BY array_position(${sql.param(reasonsByPriority)}::text[], matched_by)))[1] AS matched_by
    FROM (${paymentsOf(shopId, sql`${sql.param(ids)}::text[]`)}) theirs GROUP BY root_uid
  ) mine
  JOIN payments p ON p.shop_id = ${shopId} AND p.uid = mine.root_uid
  WHERE ${after} ORDER BY ${orderBy} LIMIT ${take})`

type Row = KeyedRow & {
  kind: TimelineKind
  id: string
  customer_id: string
  at: string
  part: Record<string, unknown>
  by: string | null
}

/** Returns null for a payment that was merged into another one between the two queries. */
function toEntry(
  { kind, id, customer_id, at, part, by }: Row,
  payments: ReadonlyMap<string, Payment>,
): TimelineEntry | null {
  const entry = { id, customer_id, at }
  if (kind === 'note') return { ...entry, kind, text: String(part.text), by }
  if (kind === 'checkout') return { ...entry, kind, ...checkoutOf(part), by }
  if (kind === 'change')
    return { ...entry, kind, action: String(part.action), by, detail: part.detail as Record<string, unknown> }
  const payment = payments.get(id)
  return payment ? { ...payment, ...entry, kind, matched_by: part.matched_by as MatchReason } : null
}

type Checkout = Extract<TimelineEntry, { kind: 'checkout' }>
type Stateful = Parameters<typeof stateNow>[0]

function checkoutOf(
  part: Record<string, unknown>,
): Omit<Checkout, 'kind' | 'id' | 'customer_id' | 'at' | 'by'> {
  const { user: _, state, restsOn, stateAt, declines, attempts, expiresAt, ...shown } = part
  const row = { state, restsOn, declines, attempts } as Omit<Stateful, 'stateAt' | 'expiresAt'>
  const now = stateNow({ ...row, stateAt: new Date(String(stateAt)), expiresAt: new Date(String(expiresAt)) })
  return { ...(shown as Omit<Checkout, 'state'>), state: now.state }
}
