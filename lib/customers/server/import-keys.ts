import 'server-only'
import type { ImportColumns } from '../../jobs/import'
import { duplicateKeys } from './keys'
import { digitsOf, duplicateDigits } from '../../core/server/search/phone'

/** Of the rows of a file, the first one that has a key: later ones find that one, however many share it. */
const firstOf = 'first:'
export const asFirst = (key: string): string => firstOf + key
/** All forms in which rows have these keys. */
export const inRows = (keys: readonly string[]): string[] => keys.flatMap((key) => [key, asFirst(key)])

/** Of a row that is about a customer who exists, by the ID. */
export const customerIdKey = (id: string): string => `customer_id:${id}`

/** Neither an e-mail address nor an IP address is a telephone number, whatever digits it has. */
const isOther = (word: string): boolean => word.includes('@') || /^\d{1,3}(\.\d{1,3}){3}$/.test(word)
export const isNumber = (word: string): boolean => !isOther(word) && digitsOf(word).length >= duplicateDigits

/**
 * By what a row may be a customer's (keys.ts), for anonymising: e-mail addresses and telephone numbers in whatever
 * cell, as files are read by wrong columns too; an ID only where the column of IDs is, as elsewhere it may be anything.
 */
export function rowKeys(cells: readonly string[], columns: ImportColumns): string[] {
  const words = cells.map((cell) => cell.trim())
  const own = words.flatMap((word) => [
    ...(word.includes('@') ? duplicateKeys({ email: word }) : []),
    ...(isNumber(word) ? duplicateKeys({ phone: word }) : []),
  ])
  return [...new Set([...own, ...duplicateKeys({ externalId: words[columns.indexOf('external_id')] })])]
}
