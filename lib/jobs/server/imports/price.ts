import 'server-only'
import { formatMoney } from '../../../core/format/money'
import { type MoneyUnit, readMoney, type TypedMoney } from '../../../core/format/typed-money'
import { formatMajor } from '../../../gateway/minor-units'
import { getTranslator } from '../../../core/i18n/server'
import { spreadsheetReason } from './odd-cells'

/**
 * Parses a price in major units into minor ones, or returns the reason why it is none. `amount`: the row's price in
 * minor units, which decides if the text is ambiguous.
 */
export function readPrice(
  cell: string,
  { amount, ...unit }: MoneyUnit & { amount?: unknown },
): { minor: number } | { reason: string } {
  const odd = spreadsheetReason(cell)
  if (odd !== null) return { reason: odd }
  const read = readMoney(cell, unit)
  if (read.kind === 'refused') return { reason: problemText(read, unit) }
  if (read.kind === 'ambiguous') {
    const meant = read.readings.find((reading) => String(reading) === String(amount))
    return meant === undefined ? { reason: bothReadings(read.readings, unit) } : { minor: meant }
  }
  if (read.minor === 0) return { reason: problemText({ problem: 'must_be_positive' }, unit) }
  return { minor: read.minor }
}

const mostDecimals = 4
const inNoCurrency = ['exponent', 'must_be_positive', 'not_a_number', 'odd_separators']

/** The reason why a cell is no price in any currency; null if that depends on the currency. */
export function noPriceReason(cell: string): string | null {
  const odd = spreadsheetReason(cell)
  if (odd !== null) return odd
  const unit = { currency: '', exponent: mostDecimals }
  const read = readMoney(cell, unit)
  return read.kind === 'refused' && inNoCurrency.includes(read.problem) ? problemText(read, unit) : null
}

function problemText(
  { problem, unit = '' }: Pick<Extract<TypedMoney, { kind: 'refused' }>, 'problem' | 'unit'>,
  { currency, exponent }: MoneyUnit,
): string {
  return getTranslator('typedMoney')(`problems.${problem}`, { currency, count: exponent, unit })
}

function bothReadings(readings: readonly number[], unit: MoneyUnit): string {
  const [first = 0, second = 0] = readings
  return getTranslator('typedMoney')('inFile', {
    first: formatMoney(first, unit.currency, unit.exponent),
    second: formatMoney(second, unit.currency, unit.exponent),
    writtenFirst: written(first, unit),
    writtenSecond: written(second, unit),
  })
}

/** Unambiguous, as no separator groups thousands after a zero. */
function written(minor: number, unit: MoneyUnit): string {
  const plain = formatMajor(minor, unit.exponent)
  return readMoney(plain, unit).kind === 'amount' ? plain : `0${plain}`
}
