import 'server-only'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { fold, isShort, wordsOf } from './fold'
import { isLongWord, longestWord } from './slips'

/**
 * Rows of whose folded texts one contains each word of `query`, whatever pattern characters it holds. Signs by
 * themselves count where there is nothing else: no index serves them.
 */
export function containsWords(texts: SQLWrapper[], query: string): SQL {
  const words = wordsOf(query)
  const served = words.filter(hasWords)
  return all((served.length > 0 ? served : words).map((word) => containsWord(texts, word)))
}

function containsWord(texts: SQLWrapper[], word: string): SQL {
  const places = texts.map((text) => sql`${text} LIKE ${patternOf(word)}`)
  return sql`(${sql.join(places, sql` OR `)})`
}

const all = (conditions: SQL[]): SQL => (conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`)

/** Text in a pattern, where it stands for nothing but itself. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Anywhere, or, where the word is short, at the beginning of a word; a trigram index serves both. */
const patternOf = (word: string): string => (isShort(word) ? `% ${literal(word)}%` : `%${literal(word)}%`)

/**
 * What is its own in a word: of an e-mail address what is before the domain, of an ID the number and the sign before it,
 * by which the index knows its beginning. Others share the rest.
 */
const ownPart = /^(?:(?<mailbox>[^\s@]{3,}@)[^\s@]+|[^\s@]+(?<serial>[-_./#](?=[a-z]*\d)[a-z\d]{5,}))$/

/**
 * Where one of the folded texts has such a word; undefined where another is asked for. An index is asked for what few
 * others have, which takes it a fifth of the time.
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
 * On which line of a search text (fold.ts) what stands, from 1. `otherName`: the name in its other order. `exact`:
 * what, like the ID, names one row where it is all of the query.
 */
export type Lines = { name: number; otherName?: number; id: number; exact?: readonly number[] }

/** So much of a search text's beginning stands in an index. */
const indexedLength = 64

/** As an index has it. */
const beginningOf = (text: SQLWrapper): SQL =>
  sql`(left(${text}, ${sql.raw(String(indexedLength))}) COLLATE "C")`

/** The same as `beginsWith`, of a search text whose beginning is in an index. */
export function startsWith(text: SQLWrapper, query: string): SQL {
  const folded = ` ${fold(query)}`
  const beginning = sql`${beginningOf(text)} LIKE ${`${literal(folded.slice(0, indexedLength))}%`}`
  return folded.length > indexedLength ? sql`${beginning} AND ${beginsWith(text, query)}` : beginning
}

/** Where the text begins with the query, which is where the name does as long as that is the first line. */
const beginsWith = (text: SQLWrapper, query: string): SQL => sql`${text} LIKE ${` ${literal(fold(query))}%`}`

/** Whether an index of words serves it; signs alone are found by the index of beginnings only. */
export const hasWords = (query: string): boolean => /[\p{L}\p{N}]/u.test(fold(query))

/** The lines of a `text`, split once for all that asks for them, as `line`. */
export const splitLines = (text: SQLWrapper): SQL => sql`string_to_array(${text}, E'\n') AS line`

const lineAt = (number: number): SQL => sql.raw(`line[${number}]`)

/**
 * How good a row is that contains the words, as text to sort by: the ID itself or its like, then names that begin so,
 * then what is in the name, then what is elsewhere; alike ones by name. Of what {@link splitLines} gives.
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
 * The same for what is only like the query: first what has most of its words, whole or nearly, then the shorter names,
 * which have less beside that. `text` is what was split.
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

/** Beginnings of words that stand somewhere and are like this one (listing/words.ts). */
export type Near = (word: string) => Promise<string[]>

/** More words would make a statement of too many conditions. */
export const mostAlikeWords = 4

/**
 * Rows that contain each word, or begin a word with it but for slips of the finger; undefined where that cannot be
 * asked, or says no more than the words do. What may be meant is looked up among the words that stand somewhere
 * (`near`): to look for every slip there is, in rows, takes seconds of a million of them.
 */
export async function resemblesWords(text: SQLWrapper, query: string, near: Near): Promise<SQL | undefined> {
  // No index serves signs alone.
  const words = wordsOf(withoutSigns(query)).filter(hasWords)
  if (words.length === 0 || words.length > mostAlikeWords) return undefined
  const meant = await Promise.all(words.map(async (word) => (canSlip(word) ? near(word) : [])))
  // What was written as one word may be several: a serial number, the names in a mailbox.
  const isOther = words.length > wordsOf(query).filter(hasWords).length
  if (!isOther && meant.every((beginnings) => beginnings.length === 0)) return undefined
  return all(
    words.map((word, at) => {
      // What begins with the word itself has it.
      const others = (meant[at] ?? []).filter((beginning) => !beginning.startsWith(word))
      const places = others.map((beginning) => sql`${text} LIKE ${`% ${beginning}%`}`)
      return sql`(${sql.join([containsWord([text], word), ...places], sql` OR `)})`
    }),
  )
}

/**
 * Of an e-mail address, the words of its mailbox: what is mistyped there often is a name. A serial number by itself:
 * the sign before it is left out as it is read aloud.
 */
const withoutSigns = (query: string): string =>
  query
    .replace(/@\S*/g, ' ')
    .replace(/[._+-]/g, ' ')
    .replace(/(\p{L}{3,})(?=\d{3,})/gu, '$1 ')

/** A serial number is not mistyped, but not there; a short word is like too many others. */
const canSlip = (word: string): boolean => word.length <= longestWord && isLongWord(word)
