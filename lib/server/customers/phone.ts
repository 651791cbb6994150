import 'server-only'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Mark } from '../../contracts/list'
import { containsWords } from '../search'

/** Fewer digits are no telephone number, nor a part of one that says anything. */
const fewestDigits = 4

/**
 * A telephone number's digits, however it is written: without the zeros that stand before a country or an area, also
 * where that is put in brackets after the country.
 */
export const digitsOf = (phone: string | null | undefined): string =>
  (phone ?? '').replace(/\(0\)/g, '').replace(/\D/g, '').replace(/^0+/, '')

const isAddress = (q: string): boolean => /^\d{1,3}(\.\d{1,3}){3}$/.test(q)

/** What stands before a number where it was copied from a letter or a card. */
const announced = /^(?:tel(?:efon|ephone)?|phone|mob(?:ile|il)?|handy|fon|fax)\b[.:\s]*(?=[+(\d])/i

/** The digits of what looks like a telephone number or a part of one; else null. */
export function askedDigits(asked: string): string | null {
  const q = asked.trim().replace(announced, '')
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

/**
 * Where a search text has a telephone number with these digits in it, or is that of a customer whose number was given
 * without its country; undefined where no number is asked for. In a search text (search.ts), a number's digits are a
 * line of their own that others follow.
 */
export function containsPhone(text: SQLWrapper, q: string): SQL | undefined {
  const digits = askedDigits(q)
  if (digits === null) return undefined
  const national = nationalNumber(q.trim().replace(announced, ''), digits)
  const patterns = [`%${digits}%`, ...(national ? [`% ${national}\n%`] : [])]
  // One word may be something else: an ID with signs in it, a year. Digits alone need not be asked for twice.
  const asWritten = /\s/.test(q.trim()) || q.trim() === digits ? [] : [containsWords([text], q)]
  const places = [...asWritten, ...patterns.map((pattern) => sql`${text} LIKE ${pattern}`)]
  return sql`(${sql.join(places, sql` OR `)})`
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
  const places = [...(phone ?? '').matchAll(/\d/g)].map(({ index }) => index)
  const at = (phone ?? '').replace(/\D/g, '').indexOf(digits)
  const [from, to] = [places[at], places[at + digits.length - 1]]
  return at < 0 || from === undefined || to === undefined ? [] : [[from, to + 1 - from]]
}
