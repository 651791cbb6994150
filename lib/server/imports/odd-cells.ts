import 'server-only'
import { getTranslator } from '../../i18n/server'

/** What a spreadsheet wrote in place of a value; null where it did not. `cell`: trimmed. */
export function spreadsheetReason(cell: string): string | null {
  const words = getTranslator('cellReasons')
  if (/^[=＝]/.test(cell)) return words('formula')
  return /^#[A-Z0-9/]+[!?]?$/i.test(cell) ? words('spreadsheet_error', { cell }) : null
}

/** A long number as a spreadsheet shortens it. */
export const isExponent = (cell: string): boolean => /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(cell)

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/

/** That a text has a character that nobody sees and few programs take; tabs and line ends are none. Else null. */
export function controlReason(text: string): string | null {
  const code = control.exec(text)?.[0].charCodeAt(0)
  if (code === undefined) return null
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return getTranslator('cellReasons')('control', { code: name })
}
