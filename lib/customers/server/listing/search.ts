import 'server-only'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { LocalContact } from '../../schema'
import { separateContacts } from '../../../core/server/search/contacts-in-text'
import { searchText } from '../../../core/server/search/fold'
import {
  containsWords,
  hasWords,
  maxSimilarWords,
  resemblesWords,
  type Near,
} from '../../../core/server/search/search'
import type { SearchedText } from '../../../core/server/search/searched-text'
import { phoneticKeysOfWord, isSelective, phoneticKeysOf } from '../../../core/server/search/similar-words'
import { digitsOf } from '../../../core/phone'

type Searched = Record<
  'firstName' | 'lastName' | 'email' | 'phone' | 'city' | 'externalId' | 'ip',
  string | null | undefined
> & { id: string }

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ')

/** Returns the search text of the gateway's record. {@link customerSearchLines} and why-found.ts number its lines. */
export const ownSearchText = (customer: Searched): string =>
  searchText([
    joined(customer.firstName, customer.lastName),
    joined(customer.lastName, customer.firstName),
    customer.email,
    customer.phone,
    digitsOf(customer.phone),
    customer.city,
    customer.externalId,
    customer.id,
    customer.ip,
  ])
export const customerSearchLines = { name: 1, otherName: 2, id: 8, exact: [3, 7] }

type Mistyped = Partial<Pick<Searched, 'firstName' | 'lastName' | 'email' | 'city'>>

/** Returns the texts in which a search finds misspelt words, too. */
export const misspellableTexts = ({ firstName, lastName, email, city }: Mistyped): string[] =>
  [firstName, lastName, mailboxOf(email), city].filter((text) => text != null)

/** Drops the domain of an e-mail address, which does not identify the person. */
const mailboxOf = (email: string | null | undefined): string | undefined => email?.split('@')[0]

/** Leaves out e-mail addresses and phone numbers in names: people who see them masked could find them by their sound. */
export const phoneticKeysOfNames = (them: Pick<Searched, 'firstName' | 'lastName'>[]): string[] => [
  ...new Set(
    them.flatMap(({ firstName, lastName }) =>
      [firstName, lastName].flatMap((name) =>
        phoneticKeysOf(separateContacts(name ?? '', { isFreeText: false }).rest),
      ),
    ),
  ),
]

type Added = Searched & { contact: LocalContact | null; notificationWords: string[] }

/** Returns the search text for local data: corrections, words of notifications, and all lines of merged customers. */
export function extraSearchText(customer: Added, merged: Added[]): string {
  const lines = [...added(customer), ...merged.flatMap((one) => [...ownLines(one), ...added(one)])]
  // Ends the last line too: a phone number's digits are searched up to the end of the line.
  return lines.length === 0 ? '' : searchText([...lines, ''])
}

const added = ({ contact, notificationWords }: Added): string[] =>
  [contact?.email, contact?.phone, digitsOf(contact?.phone), notificationWords.join(' ')].filter(
    (line) => !!line,
  ) as string[]

const ownLines = (customer: Searched): string[] => ownSearchText(customer).split('\n')

/** Titles before a name, in several languages. */
const titles =
  /^(?:(?:mrs?|ms|miss|mx|sir|dr|prof|herrn?|frau|fräulein|monsieur|madame|m(?:me|lle)|señor(?:a|ita)?|sra?|srta|signor[ae]?|sig|dhr|mevr|mw|pani?)\b\.?\s+)+(?=\S)/i

type Columns = { search: SearchedText; phoneticKeys: SQLWrapper }

/** Yields SQL for similar names: without titles, then with a typing error, then with a similar sound. */
export async function* whereSimilarName(
  columns: Columns,
  q: string,
  near: Near,
): AsyncGenerator<SQL | undefined> {
  const name = q.replace(titles, '')
  if (name !== q && hasWords(name)) yield containsWords([columns.search], name)
  yield await resemblesWords(columns.search, name, near)
  yield whereSoundsLike(columns, name)
}

/**
 * SQL: whether each word is in the text or sounds like one of the names. Undefined if there are too many words, or none
 * has a sound that is distinctive enough.
 */
function whereSoundsLike({ search, phoneticKeys }: Columns, name: string): SQL | undefined {
  const words = name.split(/[\s-]+/).map((word) => ({ word, keys: phoneticKeysOfWord(word) }))
  if (words.length > maxSimilarWords || !words.some(({ keys }) => keys.some(isSelective))) return undefined
  const conditions = words.map(({ word, keys }) =>
    keys.length === 0
      ? containsWords([search], word)
      : sql`(${containsWords([search], word)} OR ${phoneticKeys} && ${sql.param(keys)}::text[])`,
  )
  return sql.join(conditions, sql` AND `)
}

/** Removes the punctuation around names and addresses that were copied, such as “Keller, Maria <m@shop.example>”. */
export const cleanQuery = (q: string): string =>
  q
    .replace(/(^|\s)[<,;]+|[>,;]+(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
