import { groupThousands } from '@/lib/core/format/money'
import { type MoneyUnit, readMoney, type TypedMoney } from '@/lib/core/format/typed-money'
import { formatMajor, parseMajor } from '@/lib/gateway/minor-units'

export interface MoneyText {
  text: string
  /**
   * The amount in major units, as “12.345”, where a person did not type the text: the form gave it, somebody chose it,
   * or the field normalised it. It keeps its value when the currency changes, however the new currency would read the
   * text.
   */
  major: string | null
}

export const typedText = (text: string): MoneyText => ({ text, major: null })

/** Formats an amount as the field shows it: “12,345.000”. */
export const amountText = (minor: number, exponent: number): string =>
  groupThousands(formatMajor(minor, exponent))

export const moneyOfAmount = (minor: number, exponent: number): MoneyText => ({
  text: amountText(minor, exponent),
  major: formatMajor(minor, exponent),
})

/** Returns a field's initial content, from an amount or from what `moneyValue` returned before. */
export function moneyOfValue(value: unknown, exponent: number): MoneyText {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return moneyOfAmount(value, exponent)
  return typedText(typeof value === 'string' ? value.replace(unreadMark, '') : '')
}

/** Returns null for an empty field. */
export function meaningOf({ text, major }: MoneyText, unit: MoneyUnit): TypedMoney | null {
  if (text.trim() === '') return null
  if (major === null) return readMoney(text, unit)
  // Drop trailing zeros, which may be more decimals than the new currency has.
  const read = parseMajor(major.replace(/(\.\d*?)0+$/, '$1'), unit.exponent)
  return read.ok ? { kind: 'amount', minor: read.minor } : { kind: 'refused', problem: read.reason }
}

/** Rewrites an amount in the field's own format; leaves other text alone. */
export function normalised(money: MoneyText, unit: MoneyUnit): MoneyText {
  const meaning = meaningOf(money, unit)
  return meaning?.kind === 'amount' ? moneyOfAmount(meaning.minor, unit.exponent) : money
}

/** A prefix for text that is not an amount, so that no schema reads its digits as minor units. */
const unreadMark = /^\u2047/

/**
 * Returns the form's value of a money field: minor units, undefined while empty, or a text that every schema rejects
 * while the input is invalid or ambiguous.
 */
export function moneyValue(money: MoneyText, unit: MoneyUnit): number | string | undefined {
  const meaning = meaningOf(money, unit)
  if (meaning === null) return undefined
  return meaning.kind === 'amount' ? meaning.minor : `\u2047${money.text}`
}
