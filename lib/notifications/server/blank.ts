import 'server-only'
import { sql } from 'drizzle-orm'
import { isCard, isCardKey } from '../../gateway/card-places'
import { readNotification } from '../../gateway/notification'
import type { Database } from '../../db/database'
import type { blankings } from './tables'
import { describeNotification } from './describe'
import { personalFields } from './mask'

/** What is blanked of a person, beside what is masked for those who may not see it. */
const morePersonalFields = new Set(['city', 'state', 'country', 'external_id'])

/** Of a card: by both, the same card is known again. */
const cardFields = new Set(['stamp', 'token'])

/**
 * `texts` are blanked wherever they stand, but the shortest, as `ids`, only where they are all there is; `words`, which
 * are names, where they stand by themselves.
 */
export type Names = (typeof blankings.$inferSelect)['names']
const shortest = 5

/** What a notification says without a person. */
export function blanked(json: unknown, names: Names = { texts: [], ids: [] }) {
  const body = Buffer.from(JSON.stringify(blank(json, names)))
  return { ...describeNotification(readNotification(body)), keys: [], body }
}

/**
 * Whether a transaction, by its UID or that of the one it refers to, is one of a person who was blanked: what else is told
 * of it names them again.
 */
export async function isOfBlanked(tx: Database, shopId: string, uids: string[]): Promise<boolean> {
  if (uids.length === 0) return false
  const { rows } = await tx.execute(sql`
    SELECT 1 FROM notifications n
    JOIN customer_links l ON l.shop_id = n.shop_id AND l.notification_id = n.id
    JOIN customers c ON c.shop_id = l.shop_id AND c.id = l.customer_id AND c.anonymised_at IS NOT NULL
    WHERE n.shop_id = ${shopId} AND n.uid = ANY(${sql.param(uids)}::text[]) AND n.duplicate_of IS NULL AND n.keys = '{}' LIMIT 1`)
  return rows.length > 0
}

const isPersonal = (key: string): boolean => personalFields.has(key) || morePersonalFields.has(key)

/** Deeper than this a payload is no payment; the rest is left out rather than walked. */
const maxDepth = 64

/** A value of JSON without a person: their fields null, their names in other texts as dots. */
export function blank(value: unknown, names: Names, depth = 0, field = ''): unknown {
  if (depth > maxDepth) return null
  if (typeof value === 'string') return blankText(value, names, field)
  if (Array.isArray(value)) return value.map((inner) => blank(inner, names, depth + 1, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(isCard(value) ? withoutMarks(value) : value).map(([key, inner]) => [
      key,
      isPersonal(key) ? null : blank(isCardKey(key) ? withoutMarks(inner) : inner, names, depth + 1, key),
    ]),
  )
}

function withoutMarks<Card>(card: Card): Card | object {
  if (typeof card !== 'object' || card === null || Array.isArray(card)) return card
  return Object.fromEntries(
    Object.entries(card).map(([key, value]) => [key, cardFields.has(key) ? null : value]),
  )
}

const dots = '•••'

/** What people write; elsewhere, a word in small letters is what a program calls something, such as `successful`. */
const writtenFields = new Set([
  'description', 'message', 'friendly_message', 'name', 'comment', 'note', 'text', 'title', 'receipt_text', 'descriptor',
]) // prettier-ignore
const isName = /^[a-z0-9_.:-]*$/

/** Of several IDs with semicolons between (a tracking ID), only theirs. */
function blankText(text: string, { texts, ids, words = [] }: Names, key: string): string {
  const whole = new Set(
    [...texts.filter((one) => one.length < shortest), ...ids].map((one) => one.toLowerCase()),
  )
  const parts = text.split(';').map((part) => (whole.has(part.trim().toLowerCase()) ? dots : part))
  const left = texts
    .filter((one) => one.length >= shortest)
    .reduce((rest, one) => rest.replace(new RegExp(escaped(one), 'giu'), dots), parts.join(';'))
  if (isName.test(left) && !writtenFields.has(key)) return left
  return words.reduce((rest, one) => rest.replace(byItself(one), dots), left)
}

/** Scripts without spaces have no end of a word to tell. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

const byItself = (word: string): RegExp =>
  unspaced.test(word)
    ? new RegExp(escaped(word), 'giu')
    : new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`, 'giu')

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
