import 'server-only'
import { getTranslator } from '../../../core/i18n/server'

/** The spreadsheet error or shortened number in a trimmed cell, as a reason; else null. */
export function spreadsheetReason(cell: string): string | null {
  const words = getTranslator('cellReasons')
  if (/^[=＝]/.test(cell)) return words('formula')
  return /^#[A-Z0-9/]+[!?]?$/i.test(cell) ? words('spreadsheet_error', { cell }) : null
}

/** A long number that a spreadsheet has shortened. */
export const isExponent = (cell: string): boolean => /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(cell)

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/

/** The reason for a text with an invisible control character; tabs and line ends are allowed. Else null. */
export function controlReason(text: string): string | null {
  const code = control.exec(text)?.[0].charCodeAt(0)
  if (code === undefined) return null
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return getTranslator('cellReasons')('control', { code: name })
}
