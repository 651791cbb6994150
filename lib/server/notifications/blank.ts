import 'server-only'
import { sql } from 'drizzle-orm'
import { readNotification } from '../../gateway/notification'
import type { Database } from '../../db/database'
import { notifications } from '../tables/notifications'
import { describeNotification } from './describe'
import { personalFields } from './mask'

/** What is blanked of a person, beside what is masked for those who may not see it. */
const morePersonalFields = new Set(['city', 'state', 'country', 'external_id'])

/** `texts` are blanked wherever they stand, but the shortest, as `ids`, only where they are all there is. */
type Names = { texts: string[]; ids: string[] }
const shortest = 5

/** Bodies held in memory at a time, each of up to 1 MiB. */
const pageRows = 50

/**
 * Blanks a person in a shop's notifications: in those that are these customers', and in all others with one of these
 * keys (customers/keys.ts), quarantined ones too. A body is written anew without what is personal; the hash of what
 * came is kept, so that the same, sent once more, is not stored again. How many these were.
 */
export async function blankNotifications(
  tx: Database,
  shopId: string,
  { customerIds, keys, ...names }: Names & { customerIds: string[]; keys: string[] },
): Promise<number> {
  const { rows: found } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM notifications WHERE shop_id = ${shopId} AND keys && ${sql.param(keys)}::text[]
    UNION SELECT l.notification_id FROM customer_links l
    JOIN notifications n ON n.shop_id = l.shop_id AND n.id = l.notification_id
    WHERE l.shop_id = ${shopId} AND l.customer_id = ANY(${sql.param(customerIds)}::text[])
      AND (l.matched_by <> 'tracking_id' OR n.email IS NULL)`)
  for (let from = 0; from < found.length; from += pageRows) {
    const ids = found.slice(from, from + pageRows).map(({ id }) => id)
    const rows = await tx
      .select({ id: notifications.id, body: notifications.body })
      .from(notifications)
      .where(isOneOf(shopId, ids))
    for (const row of rows) {
      const content = readNotification(row.body)
      if (content.kind === 'unreadable') continue // It names nobody that could be told.
      await tx
        .update(notifications)
        .set(blanked(content.json, names))
        .where(isOneOf(shopId, [row.id]))
    }
  }
  return found.length
}

/** What a notification says without a person. */
export function blanked(json: unknown, names: Names = { texts: [], ids: [] }) {
  const body = Buffer.from(JSON.stringify(blank(json, names)))
  return { ...describeNotification(readNotification(body)), keys: [], body }
}

/** Whether a transaction is one of a person who was blanked: what else is told of it names them again. */
export async function isOfBlanked(tx: Database, shopId: string, uid: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    SELECT 1 FROM notifications n
    JOIN customer_links l ON l.shop_id = n.shop_id AND l.notification_id = n.id
    JOIN customers c ON c.shop_id = l.shop_id AND c.id = l.customer_id AND c.anonymised_at IS NOT NULL
    WHERE n.shop_id = ${shopId} AND n.uid = ${uid} AND n.keys = '{}' LIMIT 1`)
  return rows.length > 0
}

const isOneOf = (shopId: string, ids: string[]) =>
  sql`${notifications.shopId} = ${shopId} AND ${notifications.id} = ANY(${sql.param(ids)}::uuid[])`

const isPersonal = (key: string): boolean => personalFields.has(key) || morePersonalFields.has(key)

/** Deeper than this a payload is no payment; the rest is left out rather than walked. */
const maxDepth = 64

/** A value of JSON without a person: their fields null, their names in other texts as dots. */
export function blank(value: unknown, names: Names, depth = 0): unknown {
  if (depth > maxDepth) return null
  if (typeof value === 'string') return blankText(value, names)
  if (Array.isArray(value)) return value.map((inner) => blank(inner, names, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      isPersonal(key) ? null : blank(inner, names, depth + 1),
    ]),
  )
}

const dots = '•••'

/** Of several IDs with semicolons between (a tracking ID), only theirs. */
function blankText(text: string, { texts, ids }: Names): string {
  const whole = new Set(
    [...texts.filter((one) => one.length < shortest), ...ids].map((one) => one.toLowerCase()),
  )
  const parts = text.split(';').map((part) => (whole.has(part.trim().toLowerCase()) ? dots : part))
  return texts
    .filter((one) => one.length >= shortest)
    .reduce((left, one) => left.replace(new RegExp(escaped(one), 'giu'), dots), parts.join(';'))
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
