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
  return describedAnew(anonymiseJson(json, all))
}

/**
 * Like `anonymisedNotification`, for a notification that arrives after its customer was anonymised. The customer's name is
 * no longer stored. If the body has no name either, all texts by people are replaced by dots, because they may name the
 * customer.
 */
export function anonymisedLate(json: unknown) {
  const { hasName, ...own } = namesIn(json)
  if (hasName) return anonymisedNotification(json)
  const names = matcherOf({ ...own, ids: [] })
  return describedAnew(anonymiseValue(json, { names, field: '', depth: 0, isTextRemoved: true }))
}

function describedAnew(json: unknown) {
  const body = Buffer.from(JSON.stringify(json))
  const { kind: _kind, ...said } = describeNotification(readNotification(body))
  return { ...said, keys: [], body }
}

/** A payload with more names, and parts and combinations of them, is not a payment. */
const maxNames = 200
const nameFields = new Set(['first_name', 'middle_name', 'last_name', 'holder'])
/** A personal field whose values are also common words. */
const genderField = 'gender'

/** Collects personal values, to remove them from the other texts, too. */
function namesIn(json: unknown) {
  const found = { texts: new Set<string>(), words: new Set<string>() }
  let hasName = false
  const collect = (value: unknown, key: string, depth: number): void => {
    if (depth > maxDepth) return
    if (typeof value === 'object' && value !== null) {
      if ('first_name' in value && 'last_name' in value)
        for (const name of joinedNames(value.first_name, value.last_name)) found.words.add(name)
      for (const [name, inner] of Object.entries(value))
        collect(inner, Array.isArray(value) ? key : name, depth + 1)
      return
    }
    if (typeof value !== 'string' || !personalFields.has(key) || key === genderField) return
    const text = value.trim()
    // A postcode may occur in other numbers by chance. A short one may also be the number of an order.
    const isWord = key === 'zip'
    if (isWord && text.length < shortest) return
    if (nameFields.has(key)) {
      hasName ||= text !== ''
      for (const word of wordsOfName(text)) found.words.add(word)
    } else if (text !== '') found[isWord ? 'words' : 'texts'].add(text)
  }
  collect(json, '', 0)
  return { texts: [...found.texts].slice(0, maxNames), words: [...found.words].slice(0, maxNames), hasName }
}

/** Returns the ways to write two names together. Both may be too short to be replaced alone. */
function joinedNames(first: unknown, last: unknown): string[] {
  if (typeof first !== 'string' || typeof last !== 'string') return []
  const [one, other] = [first.trim(), last.trim()]
  return one === '' || other === '' ? [] : [`${one} ${other}`, `${other} ${one}`, `${other}, ${one}`]
}

/** Minimum lengths of a name and of its parts. Shorter ones are often other words, such as “von”. */
const [shortestName, shortestPart] = [3, 4]
const ideographs = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}$/u

/** Returns a name and its parts, without those that are too short to be replaced in other texts. */
export function wordsOfName(name: string): string[] {
  const parts = name.split(/\s+/).filter((part) => part.length >= shortestPart)
  const isEnough = name.trim().length >= shortestName || ideographs.test(name.trim())
  return isEnough ? [name.trim(), ...parts] : parts
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

/** Returns those of these payment tokens whose checkout was created for an anonymised customer. Their expiry names the person again. */
export async function anonymisedTokens(
  tx: Database,
  shopId: string,
  tokens: readonly string[],
): Promise<Set<string>> {
  if (tokens.length === 0) return new Set()
  const { rows } = await tx.execute<{ token: string }>(sql`
    SELECT k.token FROM checkouts k JOIN customers c ON c.shop_id = k.shop_id AND c.id = k.customer_id
    WHERE k.shop_id = ${shopId} AND k.token = ANY(${sql.param(tokens)}::text[]) AND c.anonymised_at IS NOT NULL`)
  return new Set(rows.map(({ token }) => token))
}

const isPersonal = (key: string): boolean => personalFields.has(key) || morePersonalFields.has(key)

/** Fields with the gateway's identifiers and codes, in which a name or a postcode may occur by chance. */
const codeFields = new Set([
  'uid',
  'parent_uid',
  'token',
  'currency',
  'issuer_country',
  'brand',
  'last_4',
  'first_1',
  'bin',
])

/** A deeper payload is not a payment. The rest is left out rather than walked. */
const maxDepth = 64

/** Anonymises a JSON value: personal fields become null, names in other texts become dots. `field`: the name of the value. */
export function anonymiseJson(value: unknown, names: Names, field = ''): unknown {
  return anonymiseValue(value, { names: matcherOf(names), field, depth: 0 })
}

type Place = { names: Matcher; field: string; depth: number; isTextRemoved?: boolean }

function anonymiseValue(value: unknown, place: Place): unknown {
  const { names, field, depth, isTextRemoved } = place
  if (depth > maxDepth) return null
  const inner = (one: unknown, name: string) =>
    anonymiseValue(one, { ...place, field: name, depth: depth + 1 })
  if (isTextRemoved && typeof value === 'string' && peoplesFields.has(field)) return value && dots
  if (typeof value === 'string') return codeFields.has(field) ? value : anonymiseText(value, names, field)
  if (Array.isArray(value)) return value.map((one) => inner(one, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(isCard(value) ? withoutMarks(value) : value).map(([key, one]) => [
      key,
      isPersonal(key) ? null : inner(isCardKey(key) ? withoutMarks(one) : one, key),
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

/** Fields with text that people of the shop wrote about an order or a refund. */
const peoplesFields = new Set(['description', 'reason', 'comment', 'note', 'text', 'title', 'receipt_text'])

/**
 * Fields with text by people. In other fields, a word in lower case is an identifier, such as `successful`, and stays.
 */
const writtenFields = new Set([
  'description', 'message', 'friendly_message', 'name', 'comment', 'note', 'text', 'title', 'receipt_text', 'descriptor',
]) // prettier-ignore
const identifierPattern = /^[a-z0-9_.:-]*$/

/** {@link Names}, prepared for many texts. `long` and `words` match what is replaced anywhere, and as whole words. */
type Matcher = { whole: Set<string>; texts: string[]; long: RegExp | null; words: RegExp | null }

function matcherOf({ texts, ids, words = [] }: Names): Matcher {
  const whole = [...texts.filter((one) => one.length < shortest), ...ids].map((one) => one.toLowerCase())
  const long = texts.filter((one) => one.length >= shortest)
  const spaced = words.filter((one) => !unspaced.test(one))
  const asWord = spaced.length > 0 ? [asWholeWord(oneOf(spaced))] : []
  const isAnywhere = words.filter((one) => unspaced.test(one))
  const patterns = [...asWord, ...(isAnywhere.length > 0 ? [oneOf(isAnywhere)] : [])]
  return {
    whole: new Set(whole),
    texts: long,
    long: long.length > 0 ? new RegExp(oneOf(long), 'giu') : null,
    words: patterns.length > 0 ? new RegExp(patterns.join('|'), 'giu') : null,
  }
}

/** A pattern for any of these texts; the longest where several match. */
const oneOf = (texts: readonly string[]): string =>
  `(?:${texts
    .toSorted((one, other) => other.length - one.length)
    .map((one) => (one.includes('@') ? asEmail(one) : escaped(one)))
    .join('|')})`

/** A pattern for an e-mail address. Another person's address may end with it, but %20 may stand before it. */
const asEmail = (email: string): string =>
  `(?:(?<![\\p{L}\\p{N}._%+-])|(?<=%[\\da-f]{2}))${escaped(email)}(?![\\p{L}\\p{N}])`

/** Returns whether a text contains this name or e-mail address. A name may end in up to two more letters: “Maria Kellers”. */
export function isNamedIn(text: string, one: string): boolean {
  const isName = /^\p{L}/u.test(one) && !unspaced.test(one)
  const pattern = isName ? `(?<!\\p{L})${escaped(one)}(?!\\p{L}{3})` : escaped(one)
  return new RegExp(one.includes('@') ? asEmail(one) : pattern, 'iu').test(text)
}

/** In a list separated by semicolons (a tracking ID), replaces only the person's own IDs. */
function anonymiseText(text: string, { whole, texts, long, words }: Matcher, key: string): string {
  const parts = text.split(';').map((part) => (whole.has(part.trim().toLowerCase()) ? dots : part))
  const joined = parts.join(';')
  const literally = long === null ? joined : joined.replace(long, dots)
  // Digits that may be an ID count as a telephone number, too, because only this person's is replaced.
  const left = replaceContacts(literally, { isFreeText: true }, (contact) =>
    texts.some((one) => isSameContact(one, contact)) ? dots : contact,
  )
  if (words === null || (identifierPattern.test(left) && !writtenFields.has(key))) return left
  return left.replace(words, dots)
}

/** Whether both are the same telephone number or e-mail address, however they are written. */
const isSameContact = (one: string, other: string): boolean =>
  isSamePhone(one, other) || plainEmail(one) === plainEmail(other)

const plainEmail = (text: string): string => text.toLowerCase().replace(/＠|%40/, '@')

/** Scripts without spaces, where the end of a word cannot be found. */
export const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

const asWholeWord = (pattern: string): string => `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`

export const wholeWord = (word: string): RegExp =>
  new RegExp(unspaced.test(word) ? escaped(word) : asWholeWord(escaped(word)), 'giu')

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
