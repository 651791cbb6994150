import 'server-only'
import type { z } from 'zod'
import type { IssueKey } from '../../contracts/issues'
import type { ProductTarget } from '../../contracts/product-import'
import { customerFieldNames } from '../../gateway/customer-fields'
import { transactionTypes } from '../../gateway/product'
import { getTranslator } from '../../i18n/server'
import { controlReason, isExponent, spreadsheetReason } from '../imports/odd-cells'
import { reasonsOf } from '../imports/reasons'
import type { RowErrors } from '../tasks/kind'
import { listed, type ProductTexts } from './import-cells'

const example = '2026-12-31T18:00:00+01:00'

type RowCells = {
  texts: ProductTexts
  columns: readonly (ProductTarget | null)[]
  /** A product is to be made: what it needs must be in the file. */
  isNew?: boolean
}

/** Why the cells of a row are not taken, one reason a field. */
export const cellReasons = (
  issues: readonly z.core.$ZodIssue[],
  { texts, columns, isNew = false }: RowCells,
): RowErrors =>
  reasonsOf<ProductTarget>(issues, {
    columns,
    isNew,
    // A price is wanted where the file has one; nobody who writes prices knows of amounts.
    targetOf: (field) => {
      const isPrice = field === 'amount' && texts.amount === undefined
      return isPrice && (columns.includes('price') || !columns.includes('amount')) ? 'price' : field
    },
    reasonOf: (target, { key }) => reasonOf(target, key, texts[target]),
    absent: (values) => getTranslator('cellReasons')('no_columns', values),
  })

/** By what the cell should be, what stands there, and the rule that it breaks. */
function reasonOf(target: ProductTarget, key: IssueKey, text: string | undefined): string {
  const words = getTranslator('cellReasons')
  if (key === 'required_unless_infinite') return words('stock_needed')
  if (key === 'required_unless_immortal') return words('expiry_needed', { example })
  if (key === 'not_with_infinite') return words('not_with_infinite')
  if (text === undefined) return words('needed')
  const cell = text.trim()
  return cell === '' ? words('only_spaces') : valueReason(target, cell)
}

/** Why that is no value of a field. `cell`: trimmed, and not empty. */
export function valueReason(target: ProductTarget, cell: string): string {
  const words = getTranslator('cellReasons')
  const odd = spreadsheetReason(cell)
  if (odd !== null) return odd
  switch (target) {
    case 'price':
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
      const unknown = listed(cell).filter((name) => !known.includes(name))
      return words('fields', { unknown: unknown.join(', '), known: known.join(', ') })
    }
    case 'transaction_type':
      return words('transaction_type', { known: transactionTypes.join(', ') })
    case 'currency':
      return /^[a-z]{3}$/i.test(cell) ? words('unknown_currency', { code: cell }) : words('currency')
    case 'language':
      return words('language')
    default:
      return words('unreadable')
  }
}

function numberReason(target: 'price' | 'amount' | 'quantity' | 'shop_id', cell: string): string {
  const words = getTranslator('cellReasons')
  if (/(?![0-9])\p{Nd}/u.test(cell)) return words('other_digits')
  if (isExponent(cell)) return words('exponent')
  if (/^[-−–(]/.test(cell) && /^[-−–(]\s*[\d.,\s]+\)?$/.test(cell))
    return words(target === 'quantity' ? 'negative' : 'not_above_zero')
  if (/^0+(?:[.,]0*)?$/.test(cell) && target !== 'quantity') return words('not_above_zero')
  if (/^\d+$/.test(cell) || (target === 'price' && /^\d{15,}[.,]\d+$/.test(cell))) return words('too_large')
  return target === 'amount' && /^\d+[.,]\d+$/.test(cell) ? words('amount_decimals') : words(`no_${target}`)
}

function dateReason(cell: string): string {
  const words = getTranslator('cellReasons')
  if (/^\d{4,6}(?:[.,]\d+)?$/.test(cell)) return words('spreadsheet_date', { example })
  const [, day, time] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(?: ?[a-z]{2,5})?)?$/i.exec(cell) ?? []
  if (day && isDate(`${day}T${time ?? '00:00'}Z`))
    return words(time ? 'no_zone' : 'no_time', { example: `${day}T${whole(time)}+01:00` })
  if (/^\d{4}-\d{2}-\d{2}(?:[ T]|$)/i.test(cell)) return words('no_such_date', { example })
  return words('no_date', { example })
}

const whole = (time = '18:00') => (time.length === 5 ? `${time}:00` : time)

/** `Date` rolls 30 February over into March. */
const isDate = (text: string): boolean => {
  const at = new Date(text)
  return !Number.isNaN(at.valueOf()) && at.toISOString().startsWith(text.slice(0, 10))
}

/** Texts with a character in them that nobody sees and few programs take; tabs and line ends are none. */
export function controlReasons(texts: ProductTexts): RowErrors {
  const reasons: RowErrors = {}
  for (const field of ['name', 'description'] as const) {
    const reason = controlReason(texts[field] ?? '')
    if (reason !== null) reasons[field] = [reason]
  }
  return reasons
}

/** A price with more decimals than its currency has; perhaps what looks like a decimal mark groups thousands. */
export function decimalsReason(cell: string, currency: string, exponent: number): string {
  const words = getTranslator('cellReasons')
  const [, mark] = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(cell) ?? []
  const reason = words('too_many_decimals', { currency, count: exponent })
  return mark ? `${reason}. ${words('perhaps_thousands', { mark })}` : reason
}
