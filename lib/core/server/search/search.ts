import 'server-only'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { fold, isShort, wordsOf } from './fold'
import { isLongWord, maxWordLength } from './similar-words'
import {
  hasWholeEmail,
  indexedPart,
  whereLike,
  isMaskedText,
  literal,
  type SearchedText,
} from './searched-text'

/**
 * Matches rows in which one of the folded texts contains each word of `query`. Pattern characters are escaped. Words
 * of signs only count if there are no others, because no index serves them.
 */
export function containsWords(texts: SearchedText[], query: string): SQL {
  const words = wordsOf(query)
  const served = words.filter(hasWords)
  return all((served.length > 0 ? served : words).map((word) => containsWord(texts, word)))
}

function containsWord(texts: SearchedText[], word: string): SQL {
  const places = texts.flatMap((text) => {
    const whole = isMaskedText(text) ? hasWholeEmail(text, word) : undefined
    return [whereLike(text, patternOf(word)), ...(whole ? [whole] : [])]
  })
  return sql`(${sql.join(places, sql` OR `)})`
}

const all = (conditions: SQL[]): SQL => (conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`)

/** Matches anywhere or, for short words, at the beginning of a word. A trigram index serves both. */
const patternOf = (word: string): string => (isShort(word) ? `% ${literal(word)}%` : `%${literal(word)}%`)

/**
 * The distinctive part of a word: the mailbox of an e-mail address, or the number of an ID with the sign before it,
 * which marks a word's start for the index. Other rows share the rest.
 */
const ownPart = /^(?:(?<mailbox>[^\s@]{3,}@)[^\s@]+|[^\s@]+(?<serial>[-_./#](?=[a-z]*\d)[a-z\d]{5,}))$/

/**
 * Matches rows that contain an e-mail address or ID; undefined if the query is neither. The index is asked for the
 * distinctive part, which takes a fifth of the time.
 */
export function containsOwnPart(texts: SQLWrapper[], q: string): SQL | undefined {
  const word = fold(q)
  const { mailbox, serial } = ownPart.exec(word)?.groups ?? {}
  const own = mailbox ?? serial
  if (own === undefined) return undefined
  const has = (part: string) => `%${literal(part)}%`
  const places = texts.map((text) => sql`(${text} LIKE ${has(own)} AND ${text} || '' LIKE ${has(word)})`)
  return sql`(${sql.join(places, sql` OR `)})`
}

/**
 * Lines of a search text (fold.ts), from 1. `otherName`: the name in its other order. `exact`: further lines that
 * identify one row if they equal the query, like the ID.
 */
export type Lines = { name: number; otherName?: number; id: number; exact?: readonly number[] }

/** Length of the beginning of a search text that is indexed. */
const indexedLength = 64

const beginningOf = (text: SQLWrapper): SQL =>
  sql`(left(${text}, ${sql.raw(String(indexedLength))}) COLLATE "C")`

/** Like `beginsWith`, through the index of beginnings. */
export function startsWith(text: SearchedText, query: string): SQL {
  const folded = ` ${fold(query)}`
  const beginning = sql`${beginningOf(indexedPart(text))} LIKE ${`${literal(folded.slice(0, indexedLength))}%`}`
  const isWhole = folded.length > indexedLength || isMaskedText(text)
  return isWhole ? sql`${beginning} AND ${beginsWith(text, query)}` : beginning
}

/** Matches texts that begin with the query. The name is the first line. */
const beginsWith = (text: SearchedText, query: string): SQL => whereLike(text, ` ${literal(fold(query))}%`)

/** Whether a trigram index serves the query. Signs alone need the index of beginnings. */
export const hasWords = (query: string): boolean => /[\p{L}\p{N}]/u.test(fold(query))

/** Splits a text into lines once, as `line`. */
export const splitLines = (text: SQLWrapper): SQL => sql`string_to_array(${text}, E'\n') AS line`

const lineAt = (number: number): SQL => sql.raw(`line[${number}]`)

/**
 * Rank of a row that contains the words, as text to sort by: an equal ID, a name that begins with the query, a name
 * that contains it, other fields; then by name. Needs {@link splitLines}.
 */
export function rankOf(query: string, lines: Lines): SQL {
  const { name, otherName, id, exact = [] } = lines
  const names = otherName === undefined ? [name] : [name, otherName]
  return sql`CASE
    WHEN ${` ${fold(query)}`} IN (${sql.join([id, ...exact].map(lineAt), sql`, `)}) THEN '0'
    WHEN ${sql.join(
      names.map((one) => beginsWith(lineAt(one), query)),
      sql` OR `,
    )} THEN '1'
    WHEN ${containsWords([lineAt(name)], query)} THEN '2'
    ELSE '3' END || left(${lineAt(name)}, 100)`
}

/**
 * Rank of a row that is only similar: first by the number of words it has, whole or nearly, then by the length of the
 * name. `text`: the text that was split.
 */
export const rankOfSimilar = (text: SQLWrapper, query: string, { name }: Lines): SQL => {
  const line = lineAt(name)
  const words = wordsOf(withoutSigns(query))
  const likeness = words.map(
    (word) =>
      sql`CASE WHEN ${containsWord([text], word)} THEN 1 ELSE strict_word_similarity(${word}, ${line}) END`,
  )
  const sum = likeness.length === 0 ? sql`0` : sql.join(likeness, sql` + `)
  const missing = sql`((${words.length}::int - (${sum})) * 1000)::int`
  return sql`'4' || lpad(${missing}::text, 6, '0') || lpad(length(${line})::text, 6, '0') || left(${line}, 100)`
}

/** Looks up prefixes of known words that are similar to this one (lib/core/server/lists/words.ts). */
export type Near = (word: string) => Promise<string[]>

/** More words would make too many conditions. */
export const maxSimilarWords = 4

/**
 * Matches rows that contain each word, or a word that begins like it with a typing error. Undefined if the query has
 * no or too many words, or if no similar words exist. Similar words are looked up in the list of known words
 * (`near`): testing each possible error against a million rows takes seconds.
 */
export async function resemblesWords(
  text: SearchedText,
  query: string,
  near: Near,
): Promise<SQL | undefined> {
  const words = wordsOf(withoutSigns(query)).filter(hasWords)
  if (words.length === 0 || words.length > maxSimilarWords) return undefined
  const prefixes = await Promise.all(words.map(async (word) => (canBeMistyped(word) ? near(word) : [])))
  // One typed word may be several, as in a serial number or a mailbox.
  const isOther = words.length > wordsOf(query).filter(hasWords).length
  if (!isOther && prefixes.every((found) => found.length === 0)) return undefined
  return all(
    words.map((word, at) => {
      // A word that begins with the typed word contains it anyway.
      const others = (prefixes[at] ?? []).filter((prefix) => !prefix.startsWith(word))
      const places = others.map((prefix) => whereLike(text, `% ${prefix}%`))
      return sql`(${sql.join([containsWord([text], word), ...places], sql` OR `)})`
    }),
  )
}

/**
 * Splits an e-mail address into the words of its mailbox, which often are names, and a serial number from its
 * letters, as the sign between them is often left out.
 */
const withoutSigns = (query: string): string =>
  query
    .replace(/@\S*/g, ' ')
    .replace(/[._+-]/g, ' ')
    .replace(/(\p{L}{3,})(?=\d{3,})/gu, '$1 ')

/** Serial numbers are not typing errors but missing; short words are similar to too many others. */
const canBeMistyped = (word: string): boolean => word.length <= maxWordLength && isLongWord(word)
