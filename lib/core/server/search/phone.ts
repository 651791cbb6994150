import 'server-only'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Mark } from '../../list'
import { plainDigits } from './fold'
import { containsWords } from './search'
import { patternsWithOneEdit } from './edit-distance'

/** Fewer digits are no telephone number, nor a part of one that says anything. */
const fewestDigits = 4

/**
 * A telephone number's digits, however it is written: without the zeros that stand before a country or an area, also
 * where that is put in brackets after the country.
 */
export const digitsOf = (phone: string | null | undefined): string =>
  plainDigits(phone ?? '')
    .replace(/\(0\)/g, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '')

/** Whether it is a whole IPv4 address. */
export const isAddress = (q: string): boolean => /^\d{1,3}(\.\d{1,3}){3}$/.test(q)

/** What stands before a number where it was copied from a letter or a card. */
const announced = /^(?:tel(?:efon|ephone)?|phone|mob(?:ile|il)?|handy|fon|fax)\b[.:\s]*(?=[+(\d])/i

/** A query as far as it may be a telephone number. */
const numberIn = (q: string): string => plainDigits(q).trim().replace(announced, '')

/** The digits of what looks like a telephone number or a part of one; else null. */
export function askedDigits(asked: string): string | null {
  const q = numberIn(asked)
  if (!/^[+(]*\d[\d\s()./-]*$/.test(q) || isAddress(q)) return null
  const digits = digitsOf(q)
  return digits.length < fewestDigits ? null : digits
}

/** Calling codes of one and of two digits (ITU-T E.164); all others have three. */
const shortCodes = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** An international number without its country, as it is written inside that; undefined where it is none. */
const nationalNumber = (q: string, digits: string): string | undefined =>
  /^\s*\(?(\+|00)/.test(q) && digits.length >= 8
    ? digits.slice(shortCodes.exec(digits)?.[0].length ?? 3).replace(/^0+/, '')
    : undefined

/** As it is dialled inside Russia and Kazakhstan: an 8 where others put the 7 of their country. */
const withTrunkEight = /^8\d{10}$/

/**
 * Where a search text has a telephone number with these digits in it, or is that of a customer whose number was given
 * without its country; undefined where no number is asked for. In a search text (search.ts), a number's digits are a
 * line of their own that others follow.
 */
export function containsPhone(text: SQLWrapper, q: string): SQL | undefined {
  const digits = askedDigits(q)
  if (digits === null) return undefined
  const national = nationalNumber(numberIn(q), digits)
  if (national && national.length >= fewestNational) return containsEither(text, { digits, national })
  const patterns = [`%${digits}%`, ...(national ? [`% ${national}\n%`] : [])]
  if (withTrunkEight.test(digits)) patterns.push(`% 7${digits.slice(1)}%`)
  // One word may be something else: an ID with signs in it, a year. Digits alone need not be asked for twice.
  const asWritten = /\s/.test(q.trim()) || q.trim() === digits ? [] : [containsWords([text], q)]
  const places = [...asWritten, ...patterns.map((pattern) => sql`${text} LIKE ${pattern}`)]
  return sql`(${sql.join(places, sql` OR `)})`
}

/** So many digits few others have. */
const fewestNational = 7

/** Both have the national number in them: an index is asked for that, once. */
function containsEither(text: SQLWrapper, { digits, national }: { digits: string; national: string }): SQL {
  return sql`(${text} LIKE ${`%${national}%`}
    AND (${text} || '' LIKE ${`%${digits}%`} OR ${text} || '' LIKE ${`% ${national}\n%`}))`
}

/** So many digits are a number, or most of one, in which one may be wrong. */
const [fewestMisheard, mostMisheard] = [8, 15]

/**
 * Where a line of digits has that number, but for one digit that was misheard, left out, said twice or swapped with the
 * next; undefined where no number, or too little of one, is asked for.
 */
export function resemblesPhone(text: SQLWrapper, q: string): SQL | undefined {
  const digits = askedDigits(q)
  if (digits === null || digits.length < fewestMisheard || digits.length > mostMisheard) return undefined
  // One of its halves is as it was said, but where the two digits between them were swapped.
  const middle = Math.ceil(digits.length / 2)
  const [first, second] = [digits.slice(0, middle), digits.slice(middle)]
  const swapped = `${first.slice(0, -1)}${second[0]}${first.at(-1)}${second.slice(1)}`
  const places = [first, second, swapped].map((part) => sql`${text} LIKE ${`%${part}%`}`)
  // What else has such digits, an ID for one, does not count. No index is asked for this: it would be for long.
  const line = `\n \\d*(?:${patternsWithOneEdit(digits).join('|').replaceAll('_', '\\d')})\\d*\n`
  return sql`((${sql.join(places, sql` OR `)}) AND ${text} || '' ~ ${line})`
}

/** Whether two numbers are the same, though only one may have been given with its country. */
export function isSamePhone(one: string | null | undefined, other: string | null | undefined): boolean {
  const [a, b] = [digitsOf(one), digitsOf(other)]
  if (a.length < duplicateDigits || b.length < duplicateDigits) return a !== '' && a === b
  return a.endsWith(b) || b.endsWith(a)
}

/** So many last digits of two numbers are the same where the numbers are. */
export const duplicateDigits = 7

/** Where these digits stand in a number as it is written. */
export function marksOfDigits(phone: string | null, digits: string): Mark[] {
  const text = plainDigits(phone ?? '')
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index)
  const at = text.replace(/\D/g, '').indexOf(digits)
  const [from, to] = [places[at], places[at + digits.length - 1]]
  return at < 0 || from === undefined || to === undefined ? [] : [[from, to + 1 - from]]
}
