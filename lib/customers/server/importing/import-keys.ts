import 'server-only'
import { digitsOf, duplicateDigits } from '../../../core/phone'
import type { ImportColumns } from '../../../jobs/import'
import { duplicateKeys } from '../keys'

/** Marks the first row of a file with a key. Later rows look up only that one, however many share the key. */
const firstOf = 'first:'
export const asFirst = (key: string): string => firstOf + key
export const inRows = (keys: readonly string[]): string[] => keys.flatMap((key) => [key, asFirst(key)])

export const customerIdKey = (id: string): string => `customer_id:${id}`

/** E-mail and IP addresses are not phone numbers, whatever digits they have. */
const isOther = (word: string): boolean => word.includes('@') || /^\d{1,3}(\.\d{1,3}){3}$/.test(word)
export const isNumber = (word: string): boolean => !isOther(word) && digitsOf(word).length >= duplicateDigits

/**
 * Returns a row's keys (keys.ts), for anonymising. Takes e-mail addresses and phone numbers from any cell, because
 * columns may be mapped wrongly; an ID only from its column, because elsewhere it may be anything.
 */
export function rowKeys(cells: readonly string[], columns: ImportColumns): string[] {
  const words = cells.map((cell) => cell.trim())
  const own = words.flatMap((word) => [
    ...(word.includes('@') ? duplicateKeys({ email: word }) : []),
    ...(isNumber(word) ? duplicateKeys({ phone: word }) : []),
  ])
  return [...new Set([...own, ...duplicateKeys({ externalId: words[columns.indexOf('external_id')] })])]
}
