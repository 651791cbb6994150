import { groupThousands } from '@/lib/core/format/money'
import { type MoneyUnit, readMoney, type TypedMoney } from '@/lib/core/format/typed-money'
import { formatMajor, parseMajor } from '@/lib/gateway/minor-units'

/** What a money field holds. */
export interface MoneyText {
  text: string
  /**
   * The amount in major units, as “12.345”, where the text was not typed: the form gave it, somebody chose it, or the
   * field normalised it. It keeps its meaning in another currency, however that one would read the text.
   */
  major: string | null
}

export const typedText = (text: string): MoneyText => ({ text, major: null })

/** An amount as the field shows it: “12,345.000”. */
export const amountText = (minor: number, exponent: number): string =>
  groupThousands(formatMajor(minor, exponent))

export const amountGiven = (minor: number, exponent: number): MoneyText => ({
  text: amountText(minor, exponent),
  major: formatMajor(minor, exponent),
})

/** What a field begins with: an amount, or what it handed to the form before. */
export function moneyGiven(value: unknown, exponent: number): MoneyText {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return amountGiven(value, exponent)
  return typedText(typeof value === 'string' ? value.replace(unreadMark, '') : '')
}

/** Null while the field is empty. */
export function meaningOf({ text, major }: MoneyText, unit: MoneyUnit): TypedMoney | null {
  if (text.trim() === '') return null
  if (major === null) return readMoney(text, unit)
  // 12.50 of one currency are 12.5 of another.
  const read = parseMajor(major.replace(/(\.\d*?)0+$/, '$1'), unit.exponent)
  return read.ok ? { kind: 'amount', minor: read.minor } : { kind: 'refused', problem: read.reason }
}

/** The same, with an amount written as the field shows it. */
export function normalised(money: MoneyText, unit: MoneyUnit): MoneyText {
  const meaning = meaningOf(money, unit)
  return meaning?.kind === 'amount' ? amountGiven(meaning.minor, unit.exponent) : money
}

/** Before a text that is no amount, so that no schema takes its digits for minor units. */
const unreadMark = /^\u2047/

/**
 * What a money field hands to the form: minor units, nothing while empty, and a text that every schema refuses while
 * what was typed is no amount, or may be two.
 */
export function moneyValue(money: MoneyText, unit: MoneyUnit): number | string | undefined {
  const meaning = meaningOf(money, unit)
  if (meaning === null) return undefined
  return meaning.kind === 'amount' ? meaning.minor : `\u2047${money.text}`
}
