import 'server-only'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ActorContext } from '../../../core/server/context'
import { separateContacts } from '../../../core/server/search/contacts-in-text'
import { fold, isShort, wordsOf } from '../../../core/server/search/fold'
import { digitsOf, isSamePhone } from '../../../core/phone'
import { phoneDigitsOf } from '../../../core/server/search/phone'
import type { CustomerFoundBy } from '../../schema'
import { isMaskedFor, type ItemRow } from './item'
import { customers } from '../tables'
import {
  betweenDigits,
  linesOf,
  withoutCertainContacts,
  withoutContacts,
  type MaskedText,
} from '../../../core/server/search/searched-text'

/** Returns why a search found each customer for whom the texts shown in the list do not explain it. */
export async function reasonsOf(
  context: ActorContext,
  rows: readonly ItemRow[],
  q: string,
): Promise<Map<string, CustomerFoundBy[]>> {
  const isMasked = isMaskedFor(context.actor)
  const left = new Map(
    rows.flatMap((row) => {
      const words = unexplained(row, q, isMasked)
      return words.length > 0 ? [[row.id, words] as const] : []
    }),
  )
  if (left.size === 0) return new Map()
  const { engine, shop } = context
  const stored = await engine.db
    .select({
      id: customers.id,
      email: customers.email,
      phone: customers.phone,
      ip: customers.ip,
      contact: customers.contact,
      notificationWords: customers.notificationWords,
      search: isMasked ? sql<string>`${maskedSearch.open}` : customers.search,
    })
    .from(customers)
    .where(and(eq(customers.shopId, shop.id), inArray(customers.id, [...left.keys()])))
  return new Map(
    stored.map(({ id, ...row }) => {
      const reasons = (left.get(id) ?? []).map((word) => reasonOf(row, word, isMasked))
      return [id, [...new Set(reasons)]]
    }),
  )
}

/** Returns the words of the search that no shown text contains. A phone number counts as one word. */
function unexplained(row: ItemRow, q: string, isMasked: boolean): string[] {
  const digits = phoneDigitsOf(q)
  if (digits !== null && !isMasked && digitsOf(row.phone).includes(digits)) return []
  const name = [row.firstName, row.lastName].filter(Boolean).join(' ')
  const personal = isMasked ? [] : [row.email, row.phone, row.ip]
  const shown = [name, row.city, row.externalId, row.id, ...personal].map((text) => fold(text ?? ''))
  if (digits !== null && !shown.some((text) => text.includes(fold(q)))) return [digits]
  return wordsOf(q).filter((word) => !shown.some((text) => has(text, word)))
}

const has = (text: string, word: string): boolean =>
  isShort(word) ? ` ${text}`.includes(` ${word}`) : text.includes(word)

type Stored = Pick<
  typeof customers.$inferSelect,
  'email' | 'phone' | 'ip' | 'contact' | 'notificationWords' | 'search'
>

/** Returns why a word was found. A masked value explains only a word that equals the whole value. */
function reasonOf(
  { email, phone, ip, contact, notificationWords, search }: Stored,
  word: string,
  isMasked: boolean,
): CustomerFoundBy {
  const contains = (text: string | null | undefined) => has(fold(text ?? ''), word)
  const isIn = isMasked ? (text: string | null | undefined) => fold(text ?? '') === word : contains
  const isNumber = (text: string | null | undefined) =>
    /^\d{4,}$/.test(word) && (isMasked ? isSamePhone(text, word) : digitsOf(text).includes(word))
  if (isIn(email)) return 'email'
  if (isIn(phone) || isNumber(phone)) return 'phone'
  if (isIn(ip)) return 'ip'
  if (isIn(contact?.email) || isIn(contact?.phone) || isNumber(contact?.phone)) return 'contact'
  const words = isMasked ? notificationWords.map((text) => separateContacts(text).rest) : notificationWords
  if (words.some(contains)) return 'payment'
  return search.includes(word) ? 'merged' : 'similar'
}

/** Pattern for a line with a phone number or an IP address. In `extra`, such a line can be anywhere. */
const numberLines = String.raw`(?:^|\n) (?:[+(]*\d(?:\d|${betweenDigits}){5,}|[\da-f]*:[\da-f:.]+)(?=$|\n)`

/** Words of notifications. Added separately, because in `extra` they may look like a number line and be masked. */
const notificationText = sql`lower(array_to_string(${customers.notificationWords}, ' '))`
const notificationLines = sql`lower(array_to_string(${customers.notificationWords}, E'\n'))`

/**
 * The search text of customers for people who see contacts masked: without the lines of the e-mail address, the phone
 * number and its digits (3 to 5) and the IP address (9), and without contacts in the other lines.
 */
export const maskedSearch: MaskedText = {
  all: customers.search,
  open: sql`concat(${withoutCertainContacts(linesOf(customers.search, 1, 2))}, E'\n\n\n\n',
    ${withoutCertainContacts(linesOf(customers.search, 6, 8))}, E'\n\n',
    ${withoutContacts(customers.extra, numberLines)}, E'\n ', ${withoutContacts(notificationText)})`,
  parts: notificationLines,
}
