import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { TimelineEntry, TimelineKind, TimelinePage, TimelineQuery } from '../../contracts/customer'
import { stateNow } from '../checkouts/state'
import type { ShopContext } from '../context'
import { keysetPage, type KeyedRow } from '../keyset'
import { withJoined } from './joined'

/** What each kind of entry is made of, beside where it stands in time (`at`, `id`) and whose it is. */
type Part = { at: SQL; id: SQL; shop: SQL; owner: SQL; columns: SQL; from: SQL }

const parts: Record<TimelineKind, Part> = {
  payment: {
    at: sql`l.at`,
    id: sql`l.notification_id::text`,
    shop: sql`l.shop_id`,
    owner: sql`l.customer_id`,
    columns: sql`json_build_object('matched_by', l.matched_by, 'notification', l.notification_id)`,
    from: sql`customer_links l`,
  },
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
 * What happened to a customer and to those that were joined to it, newest first: payments and failures, checkouts made for
 * them, notes, changes here. Of each kind and each customer only a page is looked at, so that ten thousand events cost
 * what a few do.
 */
export async function customerTimeline(
  { engine, shop }: ShopContext,
  id: string,
  { kind, cursor, limit }: TimelineQuery,
): Promise<TimelinePage> {
  const ids = id.includes('\0') ? [] : await withJoined(engine.db, shop.id, [id])
  if (ids.length === 0) return { items: [], next_cursor: null }
  const kinds = kind ? [kind] : (Object.keys(parts) as TimelineKind[])
  const keysetOf = (at: SQL, one: SQL) =>
    keysetPage(
      { expression: at, id: one, type: 'timestamptz', descending: true },
      { sort: '-at', cursor, limit },
    )
  const sources = kinds.map((name) => {
    const { at, id: key, columns, from, shop: ofShop, owner } = parts[name]
    const { after, orderBy, take } = keysetOf(at, key)
    return sql`(
      SELECT ${name}::text AS kind, page.* FROM unnest(${sql.param(ids)}::text[]) family (member)
      CROSS JOIN LATERAL (
        SELECT ${at} AS at, ${key} AS id, ${owner} AS customer_id, ${columns} AS part FROM ${from}
        WHERE ${ofShop} = ${shop.id} AND ${owner} = member AND ${after} ORDER BY ${orderBy} LIMIT ${take}
      ) page)`
  })
  const all = keysetOf(sql`at`, sql`id`)
  const { rows } = await engine.db.execute<Row>(sql`
    WITH entries AS (
      SELECT * FROM (${sql.join(sources, sql` UNION ALL `)}) together ORDER BY ${all.orderBy} LIMIT ${all.take}
    )
    SELECT e.kind, e.id, e.customer_id, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
      e.part, coalesce(nullif(u.name, ''), u.email) AS by, ${notification} AS notification,
      e.at::text AS cursor_value, e.id AS cursor_id
    FROM entries e
    LEFT JOIN users u ON u.id = (e.part ->> 'user')::uuid
    LEFT JOIN notifications p ON p.shop_id = ${shop.id} AND p.id = (e.part ->> 'notification')::uuid
    ORDER BY ${keysetOf(sql`e.at`, sql`e.id`).orderBy}`)
  const { rows: shown, next_cursor } = all.page(rows)
  return { items: shown.map(toEntry), next_cursor }
}

const notification = sql`json_build_object('authenticity', p.authenticity, 'status', p.status, 'type', p.type,
  'test', p.test, 'amount', p.amount, 'currency', p.currency, 'description', p.description, 'message', p.message,
  'tracking_id', p.tracking_id, 'card_brand', p.card_brand, 'card_last_4', p.card_last_4)`

type Payment = Extract<TimelineEntry, { kind: 'payment' }>
type Row = KeyedRow & {
  kind: TimelineKind
  id: string
  customer_id: string
  at: string
  part: Record<string, unknown>
  by: string | null
  notification: Omit<Payment, 'kind' | 'id' | 'customer_id' | 'at' | 'matched_by'>
}

function toEntry({ kind, id, customer_id, at, part, by, notification: payment }: Row): TimelineEntry {
  const entry = { id, customer_id, at }
  if (kind === 'note') return { ...entry, kind, text: String(part.text), by }
  if (kind === 'checkout') return { ...entry, kind, ...checkoutOf(part), by }
  if (kind === 'change')
    return { ...entry, kind, action: String(part.action), by, detail: part.detail as Record<string, unknown> }
  return { ...entry, kind, matched_by: part.matched_by as Payment['matched_by'], ...payment }
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
