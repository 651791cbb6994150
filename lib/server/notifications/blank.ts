import 'server-only'
import { sql } from 'drizzle-orm'
import { readNotification } from '../../gateway/notification'
import type { Database } from '../../db/database'
import type { blankings } from '../tables/notifications'
import { describeNotification } from './describe'
import { personalFields } from './mask'

/** What is blanked of a person, beside what is masked for those who may not see it. */
const morePersonalFields = new Set(['city', 'state', 'country', 'external_id'])

/** `texts` are blanked wherever they stand, but the shortest, as `ids`, only where they are all there is. */
export type Names = (typeof blankings.$inferSelect)['names']
const shortest = 5

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
