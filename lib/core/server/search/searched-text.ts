import 'server-only'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { fold } from './fold'

/**
 * A search text (fold.ts) for people who see some of its values masked. They find by these values as a whole only, because
 * parts would reveal them letter by letter. `all`: the indexed text. `open`: the text without these values, computed from
 * it, with the same lines. `parts`: texts that stand side by side in a line of `all`, each in a line of its own.
 */
export type MaskedText = { all: SQLWrapper; open: SQL; parts?: SQL }

export type SearchedText = SQLWrapper | MaskedText

export const isMaskedText = (text: SearchedText): text is MaskedText => 'open' in text

/** Returns the part that everyone who may search it may know. */
export const openPart = (text: SearchedText): SQLWrapper => (isMaskedText(text) ? text.open : text)

export const indexedPart = (text: SearchedText): SQLWrapper => (isMaskedText(text) ? text.all : text)

/** Escapes the pattern characters of LIKE. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Matches texts by a pattern of LIKE. The index of a masked text narrows down what is computed. */
export const whereLike = (text: SearchedText, pattern: string): SQL =>
  isMaskedText(text)
    ? sql`(${text.all} LIKE ${pattern} AND ${text.open} LIKE ${pattern})`
    : sql`${text} LIKE ${pattern}`

/** A character that may separate two digits of a telephone number. */
export const betweenDigits = '[ ()./_‐-―-]'

/**
 * Patterns of PostgreSQL for the contacts that contacts-in-text.ts masks, in folded texts. Any word with an @ counts as
 * an e-mail address here, because a text may hold the field of one, which is masked with any domain.
 */
const email = String.raw`(?:"[^"]{1,64}"|[^\s@;,:<>()"]+)(?:@|%40)(?:\[[^\s\]]+\]|[^\s@;,:<>()"]+)`
const date = String.raw`(?:(?:[0-3]?\d[./-] ?[0-3]?\d[./-] ?|[01]?\d/)(?:19|20)\d{2}|(?:19|20)\d{2}-\d{2}-\d{2})(?!\d)`
const longLabel = String.raw`(?:tel|mobil|(?:home|work|smart|contact|customer)?phone|cell|call|whatsapp|viber|sms)[[:alpha:]]{0,12}`
const shortLabel = String.raw`(?:ph|fon|fax|gsm|msisdn|handy|tlf|movil|celular|тел|телефон|моб|мобильныи|τηλ)(?![[:alpha:]])`
const label = String.raw`(?:^|[^[:alpha:]])(?:${longLabel}|${shortLabel})`
const afterLabel = String.raw`[ .:#='"/_‐-―-]`
const dateAfterCalled = String.raw`(?<=called )(?:(?:19|20)\d{2}[01]\d[0-3]\d|[0-3]?\d[./-][01]?\d[./-]\d{2})(?!\d|[./-]\d)`
const digits = (least: number, most: number) => String.raw`(?:${betweenDigits}{0,3}\d){${least},${most}}`
const plusNumber = String.raw`(?<![\w.-])[+]${digits(6, 14)}`
const phones = [
  String.raw`(?<![\w.-])8[ ‐-―-]?(?:\(\d{2,4}\)|[ ‐-―-]\d{2,4})[ ‐-―-]?\d{2,3}[ ‐-―-]\d{2}[ ‐-―-]\d{2}(?!\d)`,
  plusNumber,
  String.raw`(?<![\w.-])(?!\d{3}(?:[ ']\d{3}){0,4}[.,]\d{2}(?!\d))(?!\(?${date})(?:00(?=[1-9(]|${betweenDigits}[1-9(])|\(?0(?=\)?[1-9(]))${digits(6, 14)}`,
  String.raw`(?<=[[:alpha:]])[+][1-9]${digits(8, 13)}`,
  String.raw`(?<![\w.-])\(\d{2,3}\)(?! *${date})${digits(7, 12)}`,
  String.raw`(?<![\w.-])\(?\d{3}[) .‐-―-]{1,2}\d{3}[ .‐-―-]\d{4}(?!\d)`,
  String.raw`(?!${date}|${dateAfterCalled})(?<=${label}${afterLabel}{0,3}(?:(?:number|nummer|num|no|nr|is)${afterLabel}{1,3}){0,2})\d${digits(5, 14)}`,
]
const contacts = [email, ...phones].join('|')

/** Digits that may be a card number (card-numbers.ts), which a database cannot tell from other long numbers. */
export const longNumber = String.raw`(?<!\d)[2-689](?:${betweenDigits}{0,3}\d){12,18}(?!\d)`

/** Few texts match this, and it is quick. */
const mayHaveContacts = String.raw`@|%40|\d(?:${betweenDigits}{0,3}\d){5}`

/** Removes the e-mail addresses and telephone numbers in a folded text, and what `more` (a regular expression) matches. */
export const withoutContacts = (text: SQLWrapper, more?: string): SQL =>
  sql`CASE WHEN ${text} ~ ${more ? `${more}|${mayHaveContacts}` : mayHaveContacts}
    THEN regexp_replace(${text}, ${more ? `${more}|${contacts}` : contacts}, '', 'gn') ELSE ${text} END`

/** Removes contacts that are recognised in fields of any kind, where runs of digits may be an ID. */
export const withoutCertainContacts = (text: SQLWrapper): SQL =>
  sql`CASE WHEN ${text} ~ '@|%40|[+]' THEN regexp_replace(${text}, ${`${email}|${plusNumber}`}, '', 'gn') ELSE ${text} END`

/** Returns some lines of a search text, counted from 1. */
export const linesOf = (text: SQLWrapper, from: number, to?: number): SQL =>
  sql`array_to_string((string_to_array(${text}, E'\n'))[${sql.raw(`${from}:${to ?? ''}`)}], E'\n')`

const isEmail = (word: string): boolean => /^[^\s@]+@[^\s@]+$/.test(word)

/** Escapes the special characters of regular expressions. */
const escaped = (text: string): string => text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')

/** Matches texts that contain `word` as a whole e-mail address. Returns undefined if it is not an e-mail address. */
export const hasWholeEmail = ({ all }: MaskedText, word: string): SQL | undefined =>
  isEmail(word)
    ? sql`(${all} LIKE ${`%${literal(word)}%`}
        AND ${all} || '' ~ ${`(?:^|[\\s;,:<>()"])${escaped(word)}(?:[.!?]?$|[.!?]?[\\s;,:<>()"])`})`
    : undefined

/** Matches a masked text in which a line equals the query. */
export const hasWholeLine = ({ all }: MaskedText, query: string): SQL =>
  sql`(${all} LIKE ${`%${literal(fold(query))}%`} AND E'\n' || ${all} || E'\n' LIKE ${`%\n ${literal(fold(query))}\n%`})`
