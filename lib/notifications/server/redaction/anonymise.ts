import 'server-only'
import { sql } from 'drizzle-orm'
import { isSamePhone } from '../../../core/phone'
import { replaceContacts } from '../../../core/server/search/contacts-in-text'
import { isCard, isCardKey } from '../../../gateway/cards/card-places'
import { readNotification } from '../../../gateway/notifications/notification'
import type { Database } from '../../../db/database'
import { type anonymisations, notificationDeliveries, notifications } from '../tables'
import { describeNotification } from '../interpreting/describe'
import { forgetAnswers } from '../../../forwarding/server/answers'
import { statedPayments } from '../../../customers/server/reading/transactions'
import { personalFields } from './mask'

/** Fields that are anonymised in addition to those masked for some roles (mask.ts). */
const morePersonalFields = new Set(['city', 'state', 'country', 'external_id'])

/** Card fields that identify the same card in other payments. */
const cardFields = new Set(['stamp', 'token'])

/**
 * Values that identify people. `texts` are replaced anywhere, the shortest, like `ids`, only as a whole value or
 * between semicolons. `words` are names, replaced as whole words.
 */
export type Names = (typeof anonymisations.$inferSelect)['names']
export const shortest = 5

/**
 * Returns a notification's columns and body without `names` and without anyone whom the body itself names. Its kind stays:
 * the body alone does not say it.
 */
export function anonymisedNotification(json: unknown, names?: Names) {
  const own = namesIn(json)
  const all = {
    texts: [...(names?.texts ?? []), ...own.texts],
    ids: names?.ids ?? [],
    words: [...(names?.words ?? []), ...own.words],
  }
  const body = Buffer.from(JSON.stringify(anonymiseJson(json, all)))
  const { kind: _kind, ...said } = describeNotification(readNotification(body))
  return { ...said, keys: [], body }
}

/** A payload with more names is not a payment. */
const maxNames = 50

/** Collects personal values, to remove them from the other texts, too. */
function namesIn(json: unknown) {
  const found = { texts: new Set<string>(), words: new Set<string>() }
  collect(json, '', 0, found)
  return { texts: [...found.texts].slice(0, maxNames), words: [...found.words].slice(0, maxNames) }
}

function collect(
  value: unknown,
  key: string,
  depth: number,
  found: Record<'texts' | 'words', Set<string>>,
): void {
  if (depth > maxDepth) return
  if (typeof value === 'string' && personalFields.has(key) && value.trim() !== '')
    found[key.endsWith('_name') || key === 'holder' ? 'words' : 'texts'].add(value.trim())
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value))
      collect(inner, Array.isArray(value) ? key : name, depth + 1, found)
}

/**
 * Returns those of these transactions that belong to an anonymised customer. Further notifications of them name the
 * person again. A repetition may be the only one that named the person. A statement's tracking ID alone does not count:
 * it may be another customer's order.
 */
export async function anonymisedAmong(
  tx: Database,
  shopId: string,
  uids: readonly string[],
): Promise<Set<string>> {
  if (uids.length === 0) return new Set()
  const { rows } = await tx.execute<{ uid: string }>(sql`
    SELECT DISTINCT n.uid FROM unnest(${sql.param(uids)}::text[]) given (uid), LATERAL (
      SELECT * FROM notifications WHERE shop_id = ${shopId} AND uid = given.uid OFFSET 0) n
    JOIN customer_links l ON l.shop_id = n.shop_id AND l.notification_id = n.id
    JOIN customers c ON c.shop_id = l.shop_id AND c.id = l.customer_id AND c.anonymised_at IS NOT NULL
    WHERE n.keys = '{}'
    UNION SELECT t.uid FROM ${statedPayments} JOIN customers c ON c.shop_id = k.shop_id AND c.id = k.customer_id
    WHERE t.shop_id = ${shopId} AND t.uid = ANY(${sql.param(uids)}::text[]) AND t.checkout_link <> 'tracking_id'
      AND c.anonymised_at IS NOT NULL`)
  return new Set(rows.map(({ uid }) => uid))
}

/** Returns those of these checkouts that were created for an anonymised customer. Their expiry names the person again. */
export async function anonymisedCheckouts(
  tx: Database,
  shopId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT k.id FROM checkouts k JOIN customers c ON c.shop_id = k.shop_id AND c.id = k.customer_id
    WHERE k.shop_id = ${shopId} AND k.id = ANY(${sql.param(ids)}::text[]) AND c.anonymised_at IS NOT NULL`)
  return new Set(rows.map(({ id }) => id))
}

const isPersonal = (key: string): boolean => personalFields.has(key) || morePersonalFields.has(key)

/** Fields that name a transaction or a payment token. A postcode may occur in one by chance. */
const identifyingFields = new Set(['uid', 'parent_uid', 'token'])

/** A deeper payload is not a payment. The rest is left out rather than walked. */
const maxDepth = 64

/** Anonymises a JSON value: personal fields become null, names in other texts become dots. */
export function anonymiseJson(value: unknown, names: Names, depth = 0, field = ''): unknown {
  if (depth > maxDepth) return null
  if (typeof value === 'string')
    return identifyingFields.has(field) ? value : anonymiseText(value, names, field)
  if (Array.isArray(value)) return value.map((inner) => anonymiseJson(inner, names, depth + 1, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(isCard(value) ? withoutMarks(value) : value).map(([key, inner]) => [
      key,
      isPersonal(key)
        ? null
        : anonymiseJson(isCardKey(key) ? withoutMarks(inner) : inner, names, depth + 1, key),
    ]),
  )
}

function withoutMarks<Card>(card: Card): Card | object {
  if (typeof card !== 'object' || card === null || Array.isArray(card)) return card
  return Object.fromEntries(
    Object.entries(card).map(([key, value]) => [key, cardFields.has(key) ? null : value]),
  )
}

/** Replaces what was anonymised in a text. */
export const dots = '•••'

/**
 * Fields with text by people. In other fields, a word in lower case is an identifier, such as `successful`, and stays.
 */
const writtenFields = new Set([
  'description', 'message', 'friendly_message', 'name', 'comment', 'note', 'text', 'title', 'receipt_text', 'descriptor',
]) // prettier-ignore
const identifierPattern = /^[a-z0-9_.:-]*$/

/** In a list separated by semicolons (a tracking ID), replaces only the person's own IDs. */
function anonymiseText(text: string, { texts, ids, words = [] }: Names, key: string): string {
  const whole = new Set(
    [...texts.filter((one) => one.length < shortest), ...ids].map((one) => one.toLowerCase()),
  )
  const parts = text.split(';').map((part) => (whole.has(part.trim().toLowerCase()) ? dots : part))
  const long = texts.filter((one) => one.length >= shortest)
  const literally = long.reduce(
    (rest, one) => rest.replace(new RegExp(escaped(one), 'giu'), dots),
    parts.join(';'),
  )
  // Digits that may be an ID count as a telephone number, too, because only this person's is replaced.
  const left = replaceContacts(literally, { isFreeText: true }, (contact) =>
    long.some((one) => isSameContact(one, contact)) ? dots : contact,
  )
  if (identifierPattern.test(left) && !writtenFields.has(key)) return left
  return words.reduce((rest, one) => rest.replace(wholeWord(one), dots), left)
}

/** Whether both are the same telephone number or e-mail address, however they are written. */
const isSameContact = (one: string, other: string): boolean =>
  isSamePhone(one, other) || plainEmail(one) === plainEmail(other)

const plainEmail = (text: string): string => text.toLowerCase().replace(/＠|%40/, '@')

/** Scripts without spaces, where the end of a word cannot be found. */
export const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

export const wholeWord = (word: string): RegExp =>
  unspaced.test(word)
    ? new RegExp(escaped(word), 'giu')
    : new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`, 'giu')

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const whereDeclined = sql`answer ->> 'reason' = 'endpoint_declined' AND answer ->> 'message' IS NOT NULL`
const withoutMessage = sql`answer || '{"message": null}'::jsonb`

/**
 * Forgets what others' programs answered to these notifications, which may repeat names: receivers of forwarded ones,
 * and the endpoint that declined a payment.
 */
export async function forgetOutsideAnswers(
  tx: Database,
  shopId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await forgetAnswers(tx, shopId, ids)
  const among = sql`ANY(${sql.param(ids)}::uuid[])`
  await tx.execute(
    sql`UPDATE ${notifications} SET answer = ${withoutMessage} WHERE shop_id = ${shopId} AND id = ${among} AND ${whereDeclined}`,
  )
  await tx.execute(
    sql`UPDATE ${notificationDeliveries} SET answer = ${withoutMessage} WHERE shop_id = ${shopId} AND notification_id = ${among} AND ${whereDeclined}`,
  )
}
