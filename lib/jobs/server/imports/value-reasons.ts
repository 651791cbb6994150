import 'server-only'
import { customerFieldNames } from '../../../gateway/customer-fields'
import { getTranslator } from '../../../core/i18n/server'
import { listed } from './cells'
import { isExponent, spreadsheetReason } from './odd-cells'

export const exampleDate = '2026-12-31T18:00:00+01:00'

/**
 * The reason why a trimmed, non-empty cell is no valid value for a field of products and checkouts. `types`: valid
 * values of transaction_type.
 */
export function valueReason(target: string, cell: string, types: readonly string[]): string {
  const words = getTranslator('cellReasons')
  const odd = spreadsheetReason(cell)
  if (odd !== null) return odd
  switch (target) {
    case 'amount':
    case 'quantity':
    case 'shop_id':
      return numberReason(target, cell)
    case 'infinite':
    case 'test':
    case 'immortal':
      return words('flag')
    case 'expired_at':
      return dateReason(cell)
    case 'return_url':
      if (!/^https?:\/\//i.test(cell)) return words('no_address')
      return /[\s\p{Cc}]/u.test(cell) ? words('address_spaces') : words('bad_address')
    case 'visible_fields': {
      const known: readonly string[] = customerFieldNames
      const unknown = listed(cell).filter((name) => !known.includes(name.toLowerCase()))
      return words('fields', { unknown: unknown.join(', '), known: known.join(', ') })
    }
    case 'transaction_type':
      return words('transaction_type', { known: types.join(', ') })
    case 'currency':
      return /^[a-z]{3}$/i.test(cell) ? words('unknown_currency', { code: cell }) : words('currency')
    case 'language':
      return words('language')
    default:
      return words('unreadable')
  }
}

function numberReason(target: 'amount' | 'quantity' | 'shop_id', cell: string): string {
  const words = getTranslator('cellReasons')
  if (/(?![0-9])\p{Nd}/u.test(cell)) return words('other_digits')
  if (isExponent(cell)) return words('exponent')
  if (/^[-−–(]/.test(cell) && /^[-−–(]\s*[\d.,\s]+\)?$/.test(cell))
    return words(target === 'quantity' ? 'negative' : 'not_above_zero')
  if (/^0+(?:[.,]0*)?$/.test(cell) && target !== 'quantity') return words('not_above_zero')
  if (/^\d+$/.test(cell)) return words('too_large')
  return target === 'amount' && /^\d+[.,]\d+$/.test(cell) ? words('amount_decimals') : words(`no_${target}`)
}

function dateReason(cell: string): string {
  const words = getTranslator('cellReasons')
  if (/^\d{4,6}(?:[.,]\d+)?$/.test(cell)) return words('spreadsheet_date', { example: exampleDate })
  const [, day, time] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(?:[+-]\d{2}:?\d{2})?(?: ?\[?[a-z_]{2,}(?:\/[a-z_]+)*\]?)?)?$/i.exec(
      cell,
    ) ?? []
  if (day && isDate(`${day}T${time ?? '00:00'}Z`))
    return words(time ? 'no_zone' : 'no_time', { example: `${day}T${whole(time)}+01:00` })
  if (/^\d{4}-\d{2}-\d{2}(?:[ T]|$)/i.test(cell)) return words('no_such_date', { example: exampleDate })
  return words('no_date', { example: exampleDate })
}

const whole = (time = '18:00') => (time.length === 5 ? `${time}:00` : time)

/** Rejects 30 February, which `Date` turns into March. */
const isDate = (text: string): boolean => {
  const at = new Date(text)
  return !Number.isNaN(at.valueOf()) && at.toISOString().startsWith(text.slice(0, 10))
}
