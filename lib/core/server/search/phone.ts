import 'server-only'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Mark } from '../../lists/list'
import { digitsOf, duplicateDigits, plainDigits } from '../../phone'
import { containsWords } from './search'
import { patternsWithOneEdit } from './similar-words'
import { betweenDigits, type MaskedText } from './searched-text'

/** Fewer digits are neither a telephone number nor a useful part of one. */
const fewestDigits = 4

export const isIpv4 = (q: string): boolean => /^\d{1,3}(\.\d{1,3}){3}$/.test(q)

/** A label before a number, as copied from a letter or a card. */
const phoneLabel = /^(?:tel(?:efon|ephone)?|phone|mob(?:ile|il)?|handy|fon|fax)\b[.:\s]*(?=[+(\d])/i

/** Returns the query in Latin digits and without a label. */
const numberIn = (q: string): string => plainDigits(q).trim().replace(phoneLabel, '')

/** Returns the digits of a query that looks like a telephone number or part of one, otherwise null. */
export function phoneDigitsOf(asked: string): string | null {
  const q = numberIn(asked)
  if (!/^[+(]*\d[\d\s()./-]*$/.test(q) || isIpv4(q)) return null
  const digits = digitsOf(q)
  return digits.length < fewestDigits ? null : digits
}

/** Calling codes of one or two digits (ITU-T E.164). All others have three. */
const shortCodes = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** Returns an international number of eight or more digits without country code and leading zeros, else undefined. */
const nationalNumber = (q: string, digits: string): string | undefined =>
  /^\s*\(?(\+|00)/.test(q) && digits.length >= 8
    ? digits.slice(shortCodes.exec(digits)?.[0].length ?? 3).replace(/^0+/, '')
    : undefined

/** A number as dialled inside Russia and Kazakhstan: with an 8 instead of the country code 7. */
const withTrunkEight = /^8\d{10}$/

/**
 * Matches search texts that contain a telephone number with these digits, or that number stored without its country
 * code. Undefined if the query is not a telephone number. In a search text (search.ts), a number's digits are a line of
 * their own, and other lines follow.
 */
export function containsPhone(text: SQLWrapper, q: string): SQL | undefined {
  const digits = phoneDigitsOf(q)
  if (digits === null) return undefined
  const national = nationalNumber(numberIn(q), digits)
  if (national && national.length >= fewestNational) return containsEither(text, { digits, national })
  const patterns = [`%${digits}%`, ...(national ? [`% ${national}\n%`] : [])]
  if (withTrunkEight.test(digits)) patterns.push(`% 7${digits.slice(1)}%`)
  // A single word may be something else, such as an ID with signs. Plain digits are already in `patterns`.
  const asWritten = /\s/.test(q.trim()) || q.trim() === digits ? [] : [containsWords([text], q)]
  const places = [...asWritten, ...patterns.map((pattern) => sql`${text} LIKE ${pattern}`)]
  return sql`(${sql.join(places, sql` OR `)})`
}

/** Few numbers share this many digits. */
const fewestNational = 7

/** Both patterns contain the national number, so the index is queried for that alone. `|| ''` avoids the index. */
function containsEither(text: SQLWrapper, { digits, national }: { digits: string; national: string }): SQL {
  return sql`(${text} LIKE ${`%${national}%`}
    AND (${text} || '' LIKE ${`%${digits}%`} OR ${text} || '' LIKE ${`% ${national}\n%`}))`
}

/** Digits of the longest calling code, and the zeros before it. */
const maxDigitsBefore = 5

/**
 * A whole number is not part of a longer one, of an IP address or of an e-mail address. More groups of digits would make
 * it a part: the first groups of a number could be guessed, then the others.
 */
const notBefore = String.raw`(?<!\d)(?<!\d\.)(?<!@\S*)`
const notAfter = String.raw`(?!${betweenDigits}{0,3}\d)(?!\S*@)`

/**
 * Matches texts that contain the query as a whole telephone number. Telephone fields match with or without the country
 * code; free text must have the same digits. Returns undefined if the query is not a telephone number.
 */
export function hasWholePhone({ all, parts }: MaskedText, q: string): SQL | undefined {
  const digits = phoneDigitsOf(q)
  if (digits === null || digits.length < duplicateDigits) return undefined
  const numbers = [...new Set([digits, nationalNumber(numberIn(q), digits) ?? digits])]
  if (withTrunkEight.test(digits)) numbers.push(`7${digits.slice(1)}`)
  const lines = numbers.map((number, at) => {
    const before = at === 0 ? `\\d{0,${maxDigitsBefore}}` : ''
    return sql`(${all} LIKE ${`%${number}%`} AND ${all} || '' ~ ${`(?:^|\n) ${before}${number}(?:$|\n)`})`
  })
  const written = `${notBefore}0{0,2}${digits.split('').join(`${betweenDigits}{0,3}`)}${notAfter}`
  const texts = [sql`${all} || ''`, ...(parts ? [parts] : [])].map((text) => sql`${text} ~ ${written}`)
  const asWritten = sql`(${containsWords([all], q)} AND (${sql.join(texts, sql` OR `)}))`
  return sql`(${sql.join([...lines, asWritten], sql` OR `)})`
}

/** Digits of a whole number, or most of one, in which one digit may be wrong. */
const [minFuzzyDigits, maxFuzzyDigits] = [8, 15]

/**
 * Matches a line of digits with that number, except for one digit that is wrong, missing, extra or swapped with the
 * next. Undefined if the query is not a telephone number, or is too short or too long.
 */
export function resemblesPhone(text: SQLWrapper, q: string): SQL | undefined {
  const digits = phoneDigitsOf(q)
  if (digits === null || digits.length < minFuzzyDigits || digits.length > maxFuzzyDigits) return undefined
  // One of the halves is right, unless the two digits in the middle were swapped.
  const middle = Math.ceil(digits.length / 2)
  const [first, second] = [digits.slice(0, middle), digits.slice(middle)]
  const swapped = `${first.slice(0, -1)}${second[0]}${first.at(-1)}${second.slice(1)}`
  const places = [first, second, swapped].map((part) => sql`${text} LIKE ${`%${part}%`}`)
  // Other text with these digits, such as an ID, does not count. `|| ''` avoids the index, which would be slow.
  const line = `\n \\d*(?:${patternsWithOneEdit(digits).join('|').replaceAll('_', '\\d')})\\d*\n`
  return sql`((${sql.join(places, sql` OR `)}) AND ${text} || '' ~ ${line})`
}

export function marksOfDigits(phone: string | null, digits: string): Mark[] {
  const text = plainDigits(phone ?? '')
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index)
  const at = text.replace(/\D/g, '').indexOf(digits)
  const [from, to] = [places[at], places[at + digits.length - 1]]
  return at < 0 || from === undefined || to === undefined ? [] : [[from, to + 1 - from]]
}
