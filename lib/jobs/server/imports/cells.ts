import 'server-only'
import { getTranslator } from '../../../core/i18n/server'
import { currentLocale } from '../../../core/i18n/current'
import { formatMoneyIn } from '../../../core/format/money'
import {
  decimalMarks,
  exampleAmount,
  type DecimalMark,
  type MoneyUnit,
  readMoney,
  type TypedMoney,
} from '../../../core/format/typed-money'
import { formatMajor, minorUnitExponent, type MinorUnitOverrides } from '../../../gateway/values/minor-units'
import { customerFieldNames } from '../../../gateway/customers/fields'
import type { RowErrors } from '../kinds'

/** Also TRUE and FALSE as Excel writes them in other languages, and yes and no. */
const yes =
  wordsOf(`true yes y 1 on wahr vrai verdadero vero verdadeiro waar prawda pravda sant sand sann tosi doğru
  igaz истина adevărat ja oui si sí sì sim tak ano áno da да так evet kyllä igen`)
export const no =
  wordsOf(`false no n 0 off falsch faux falso onwaar fałsz nepravda falskt falsk usann epätosi yanlış hamis
  ложь fals nein non não nee nie ne nej nei нет ні hayır ei nem nu`)

function wordsOf(text: string): Set<string> {
  return new Set(text.split(/\s+/))
}

export const splitList = (cell: string): string[] => cell.split(/[\s,;|]+/).filter(Boolean)

export const isWord = (cell: string | undefined, words: ReadonlySet<string>): boolean =>
  cell !== undefined && words.has(cell.trim().toLowerCase())

/** Parses a boolean; returns other text unchanged. */
export function flagOf(word: string): boolean | string {
  if (isWord(word, yes)) return true
  return isWord(word, no) ? false : word
}

/** The spreadsheet error or shortened number in a trimmed cell, as a reason; else null. */
export function spreadsheetReason(cell: string): string | null {
  const words = getTranslator('cellReasons')
  if (/^[=＝]/.test(cell)) return words('formula')
  return /^#[A-Z0-9/]+[!?]?$/i.test(cell) ? words('spreadsheet_error', { cell }) : null
}

export const isExponent = (cell: string): boolean => /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(cell)

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/

/** Text that a spreadsheet writes in place of a value. “#12” is part of an address. */
const spreadsheetError = /^#(?:NAME\?|REF!|N\/A|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|#+$)/i

/**
 * Refuses these cells if they hold what a spreadsheet writes in place of a text, or an invisible control character.
 * `isCut`: whether the target's cell is a number that a spreadsheet has shortened.
 */
export function oddTexts<Target extends string>(
  texts: Partial<Record<Target, string>>,
  targets: readonly Target[],
  isCut: (target: Target, cell: string) => boolean = () => false,
): RowErrors {
  const words = getTranslator('cellReasons')
  const reasonOf = (target: Target, text: string) => {
    const cell = text.trim()
    if (spreadsheetError.test(cell)) return words('spreadsheet_error', { cell })
    return isCut(target, cell) ? words('cut_number') : controlReason(text)
  }
  const reasons = targets.map((target) => [target, reasonOf(target, texts[target] ?? '')] as const)
  return Object.fromEntries(reasons.flatMap(([target, reason]) => (reason ? [[target, [reason]]] : [])))
}

/** The reason for a text with an invisible control character; tabs and line ends are allowed. Else null. */
function controlReason(text: string): string | null {
  const code = control.exec(text)?.[0].charCodeAt(0)
  if (code === undefined) return null
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return getTranslator('cellReasons')('control', { code: name })
}

/**
 * Parses a price in major units into minor ones, or returns the reason why it is not a price. `amount`: the row's price
 * in minor units, which decides if the text is ambiguous.
 */
function readPrice(
  cell: string,
  { amount, decimal, ...unit }: MoneyUnit & { amount?: unknown; decimal: DecimalMark | null },
): { minor: number } | { reason: string } {
  const odd = spreadsheetReason(cell)
  if (odd !== null) return { reason: odd }
  const read = readMoney(cell, unit, decimal)
  if (read.kind === 'refused') return { reason: problemText(read, unit) }
  if (read.kind === 'ambiguous') {
    const minor = read.readings.find((reading) => String(reading) === String(amount))
    return minor === undefined ? { reason: ambiguousText(read.readings, { unit, cell }) } : { minor }
  }
  if (read.minor === 0) return { reason: problemText({ problem: 'must_be_positive' }, unit) }
  return { minor: read.minor }
}

/** `decimal`: see `decimalMarkOf` (certain-amounts.ts). */
type PricedRow = {
  currency: string
  amount: unknown
  minorUnits: MinorUnitOverrides
  decimal: DecimalMark | null
}

/**
 * Converts a price in major units to minor ones, or returns the reason why it cannot. An `amount` in the same row must
 * be the same; an invalid one is returned, for the schema to refuse.
 */
export function amountOfPrice(
  price: string,
  { currency, amount, minorUnits, decimal }: PricedRow,
): { amount: unknown } | { reason: string } {
  const exponent = minorUnitExponent(currency, minorUnits)
  const read = readPrice(price, { currency, exponent, amount, decimal })
  if ('reason' in read) return read
  if (typeof amount === 'string' && !/^\d{1,16}$/.test(amount)) return { amount }
  const isSame = amount === undefined || Number(amount) === read.minor
  return isSame ? { amount: read.minor } : { reason: getTranslator('jobReasons')('price_and_amount') }
}

const maxDecimals = 4
const invalidInEveryCurrency = ['exponent', 'must_be_positive', 'not_a_number', 'odd_separators']

/** The reason why a cell is not a price in any currency; null if that depends on the currency. */
export function noPriceReason(cell: string): string | null {
  const odd = spreadsheetReason(cell)
  if (odd !== null) return odd
  const unit = { currency: '', exponent: maxDecimals }
  const read = readMoney(cell, unit)
  return read.kind === 'refused' && invalidInEveryCurrency.includes(read.problem)
    ? problemText(read, unit)
    : null
}

function problemText(
  { problem, unit = '' }: Pick<Extract<TypedMoney, { kind: 'refused' }>, 'problem' | 'unit'>,
  money: MoneyUnit,
): string {
  return getTranslator('typedMoney')(`problems.${problem}`, {
    currency: money.currency,
    count: money.exponent,
    unit,
    example: exampleAmount(money),
  })
}

type Ambiguous = { unit: MoneyUnit; cell: string }

/** Says how to write each possible amount. With one, the other reading has more decimals than the currency. */
function ambiguousText([first = 0, second]: readonly number[], { unit, cell }: Ambiguous): string {
  const { currency, exponent } = unit
  const words = getTranslator('typedMoney')
  const shown = (minor: number) => formatMoneyIn(minor, currency, exponent, currentLocale())
  const writtenFirst = written(first, { unit, cell })
  if (second === undefined)
    return words('inFileOrTooLong', { first: shown(first), writtenFirst, currency, count: exponent })
  return words('inFile', {
    first: shown(first),
    second: shown(second),
    writtenFirst,
    writtenSecond: written(second, { unit, cell }),
  })
}

/**
 * The amount in an unambiguous form that a spreadsheet keeps: without last zeros, and with the currency before a first
 * zero, after which nothing is grouped. Has the cell's own mark: it then counts for the whole file.
 */
function written(minor: number, { unit, cell }: Ambiguous): string {
  const plain = formatMajor(minor, unit.exponent).replace(/\.0+$|(\.\d*?)0+$/, '$1')
  const mark = decimalMarks.find((one) => one === /([.,])\d+\D*$/.exec(cell)?.[1]) ?? '.'
  const isClear = readMoney(plain, unit, null).kind === 'amount'
  return (isClear ? plain : `${unit.currency} 0${plain}`).replace('.', mark)
}

export const exampleDate = '2026-12-31T18:00:00+01:00'

/** What the fields of products or checkouts take: values of transaction_type, and whether one may never expire. */
type Taken = { types: readonly string[]; mayNeverExpire: boolean }

/** The reason why a trimmed, non-empty cell is not valid for a field of products and checkouts. */
export function valueReason(target: string, cell: string, { types, mayNeverExpire }: Taken): string {
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
      return dateReason(cell, mayNeverExpire)
    case 'return_url':
      if (!/^https?:\/\//i.test(cell)) return words('no_address')
      return /[\s\p{Cc}]/u.test(cell) ? words('address_spaces') : words('bad_address')
    case 'visible_fields': {
      const known: readonly string[] = customerFieldNames
      const unknown = splitList(cell).filter((name) => !known.includes(name.toLowerCase()))
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
  if (/^[-−–(]/.test(cell) && /^[-−–(][\d.,\s]+\)?$/.test(cell))
    return words(target === 'quantity' ? 'negative' : 'not_above_zero')
  if (/^0+(?:[.,]0*)?$/.test(cell) && target !== 'quantity') return words('not_above_zero')
  if (/^\d+$/.test(cell)) return words('too_large')
  return target === 'amount' && /^\d+[.,]\d+$/.test(cell) ? words('amount_decimals') : words(`no_${target}`)
}

function dateReason(cell: string, mayNeverExpire: boolean): string {
  const words = getTranslator('cellReasons')
  if (/^\d{4,6}(?:[.,]\d+)?$/.test(cell)) return words('spreadsheet_date', { example: exampleDate })
  const [, day, time] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(?:[+-]\d{2}:?\d{2})?(?: ?\[?[a-z_]{2,}(?:\/[a-z_]+)*\]?)?)?$/i.exec(
      cell,
    ) ?? []
  if (day && isDate(`${day}T${time ?? '00:00'}Z`))
    return words(time ? 'no_zone' : 'no_time', { example: `${day}T${whole(time)}+01:00` })
  if (/^\d{4}-\d{2}-\d{2}(?:[ T]|$)/i.test(cell)) return words('no_such_date', { example: exampleDate })
  return words('no_date', { example: exampleDate, never: String(mayNeverExpire) })
}

const whole = (time = '18:00') => (time.length === 5 ? `${time}:00` : time)

/** Rejects 30 February, which `Date` turns into March. */
const isDate = (text: string): boolean => {
  const at = new Date(text)
  return !Number.isNaN(at.valueOf()) && at.toISOString().startsWith(text.slice(0, 10))
}
