import { isCurrency } from '../../gateway/values/currencies'
import { parseMajor } from '../../gateway/values/minor-units'
import { languageCodes } from './names'

export interface MoneyUnit {
  currency: string
  /** Number of decimals in this shop. */
  exponent: number
}

export type MoneyProblem =
  | 'not_a_number'
  | 'must_be_positive'
  | 'too_many_decimals'
  | 'too_big'
  /** Separators that neither group thousands nor mark decimals: “1,23,4”. */
  | 'odd_separators'
  /** Text beside the number other than the currency's sign or code. */
  | 'other_unit'
  /** “1e3”, as spreadsheets shorten numbers. */
  | 'exponent'

/** Result of reading a typed amount. Amounts are in minor units. */
export type TypedMoney =
  | { kind: 'amount'; minor: number }
  /** The possible amounts, ascending. */
  | { kind: 'ambiguous'; readings: readonly number[] }
  | { kind: 'refused'; problem: MoneyProblem; unit?: string }

/** The marks that can be decimal ones and can group thousands. */
export const decimalMarks = ['.', ','] as const
export type DecimalMark = (typeof decimalMarks)[number]

/**
 * Reads an amount in major units as people type it and as any language prints it: “1,234.50”, “1.234,5 €”, “CHF
 * 1’234.50”, “₹12,34,567”. The only parser of typed amounts. Tries every reading and accepts an amount only if all
 * agree; never rounds or guesses. A separator before exactly three digits groups thousands. In a currency with three
 * decimals it may also mark decimals: KWD “12,345” is 12.345 or 12,345.000, but EUR “12,345” is 12,345.00.
 *
 * `decimal`: for text from a file, its decimal mark, which then groups nothing: EUR “12.345” has too many decimals if
 * it is the point. Null if the file does not show it: then EUR “12.345” is ambiguous, with one possible amount.
 */
export function readMoney(
  text: string,
  { currency, exponent }: MoneyUnit,
  decimal?: DecimalMark | null,
): TypedMoney {
  const plain = plainText(text)
  const splits = splitsOf(plain)
  const numbers = splits.flatMap((split) =>
    numbersIn(split.number)
      .filter((number) => decimal == null || isPossible(number, decimal))
      .map((number) => ({ ...split, number })),
  )
  const problem = problemOf(plain, splits, numbers.length > 0)
  if (problem) return { kind: 'refused', problem }
  const matching = numbers.filter(({ units }) => units.every((unit) => isUnitOf(unit, currency)))
  if (matching.length === 0) {
    const units = numbers[0]?.units ?? []
    const unit = units.find((one) => !isUnitOf(one, currency))
    return { kind: 'refused', problem: 'other_unit', unit }
  }
  const amounts = matching.map(({ number }) => parseMajor(valueOf(number), exponent))
  if (amounts.some((read) => !read.isValid && read.reason === 'too_big'))
    return { kind: 'refused', problem: 'too_big' }
  const possible = amounts.flatMap((read) => (read.isValid ? [read.minor] : []))
  const readings = [...new Set(possible)].sort((one, other) => one - other)
  const [minor] = readings
  if (minor === undefined) return { kind: 'refused', problem: 'too_many_decimals' }
  // A currency without decimals has one reading.
  const isUnsure =
    decimal === null && exponent > 0 && new Set(matching.map(({ number }) => valueOf(number))).size > 1
  return readings.length === 1 && !isUnsure ? { kind: 'amount', minor } : { kind: 'ambiguous', readings }
}

/** Returns the decimal mark that an amount shows, as in “12.50” and “1,234,567”; null if it may be either. */
export function decimalMarkIn(text: string): DecimalMark | null {
  if (!/[.,．，]/.test(text)) return null
  const splits = splitsOf(plainText(text)).filter(({ units }) => !units.some(isMark))
  const numbers = splits.flatMap(({ number }) => numbersIn(number))
  const possible = decimalMarks.filter((mark) => numbers.some((number) => isPossible(number, mark)))
  return possible.length === 1 ? (possible[0] ?? null) : null
}

/** Returns every amount that a text may mean, in minor units. Empty when it is not an amount in this currency. */
export function possibleAmounts(text: string, unit: MoneyUnit): readonly number[] {
  const read = readMoney(text, unit)
  if (read.kind === 'ambiguous') return read.readings
  return read.kind === 'amount' ? [read.minor] : []
}

/** An amount as it can be typed: with the decimals of its currency, or two if that is unknown. */
export function exampleAmount({ currency, exponent }: MoneyUnit): string {
  const decimals = currency === '' ? 2 : exponent
  return decimals === 0 ? '1234' : `1234.${'5'.padEnd(decimals, '0')}`
}

/** Direction marks and zero-width characters, which copied text brings along. */
const invisibleCharacters = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Returns the text with the digits 0 to 9, one kind of space and apostrophe, and no invisible characters. */
function plainText(text: string): string {
  return latinDigits(text.replace(invisibleCharacters, ''))
    .replaceAll(/\p{Zs}/gu, ' ')
    .replaceAll(/[’‘ʼ＇]/g, "'")
    .replaceAll('，', ',')
    .replaceAll('．', '.')
    .replace(/(\d[.,]) ?[-–—−]{1,2}(?!\d)/, '$1') // “12.–” and “12,-” are whole amounts.
    .trim()
}

/**
 * Converts digits of another script to Latin ones. Leaves mixed scripts, which are then refused: the Bengali four
 * looks like an eight.
 */
function latinDigits(text: string): string {
  const digits = text.match(/\p{Nd}/gu) ?? []
  const zeros = new Set(digits.map(zeroOf))
  const [zero = 0] = zeros
  if (zeros.size !== 1 || zero === latinZero) return text
  return text.replaceAll(/\p{Nd}/gu, (digit) => String(codeOf(digit) - zero))
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0
const latinZero = codeOf('0')

/** Returns the code of the script's zero. Unicode keeps the ten digits of a script adjacent, beginning with zero. */
function zeroOf(digit: string): number {
  const code = codeOf(digit)
  if (code - latinZero < 10) return latinZero
  let first = code
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first--
  return code - ((code - first) % 10)
}

interface Split {
  number: string
  units: string[]
}

/** Returns the possible splits. A mark beside the number belongs to it, as in “.5”, or to the sign, as in “kr.”. */
function splitsOf(text: string): Split[] {
  const first = text.search(/\d/)
  if (first === -1) return []
  const end = text.search(/\d\D*$/) + 1
  const starts = isMark(text[first - 1]) ? [first, first - 1] : [first]
  const ends = isMark(text[end]) ? [end + 1, end] : [end]
  return starts.flatMap((start) =>
    ends.map((stop) => ({
      number: text.slice(start, stop),
      units: [text.slice(0, start).trim(), text.slice(stop).trim()].filter(Boolean),
    })),
  )
}

const allDecimalMarks = [...decimalMarks, '٫'] as const
const isMark = (character: string | undefined): boolean => allDecimalMarks.some((mark) => mark === character)

interface Decimal {
  whole: string
  decimals: string
  mark: (typeof allDecimalMarks)[number] | null
  /** The mark that groups thousands, if it is one of `decimalMarks`. */
  group: DecimalMark | null
}

/** Whether this reading of a text is possible where `decimal` is the decimal mark. */
const isPossible = ({ mark, group }: Decimal, decimal: DecimalMark): boolean =>
  group !== decimal && (mark === null || mark === '٫' || mark === decimal)

const valueOf = ({ whole, decimals }: Decimal): string => `${whole}.${decimals}`

const groupIn = (text: string): DecimalMark | null => decimalMarks.find((mark) => text.includes(mark)) ?? null

function numbersIn(text: string): Decimal[] {
  const whole = ungrouped(text)
  const readings: Decimal[] =
    whole === null ? [] : [{ whole, decimals: '', mark: null, group: groupIn(text) }]
  for (const mark of allDecimalMarks) {
    const [before = '', decimals, ...more] = text.split(mark)
    if (decimals === undefined || more.length > 0 || !/^\d*$/.test(decimals)) continue
    const digits = before === '' && decimals !== '' ? '0' : ungrouped(before)
    if (digits !== null) readings.push({ whole: digits, decimals, mark, group: groupIn(before) })
  }
  return readings
}

/** By thousands, or the Indian way: “12,34,567”. */
const groupings = [' ', "'", ',', '\\.', '٬'].map(
  (mark) => new RegExp(`^[1-9](?:\\d{0,2}(?:${mark}\\d{3})+|\\d?(?:${mark}\\d{2})+${mark}\\d{3})$`),
)

function ungrouped(text: string): string | null {
  if (/^\d+$/.test(text)) return text
  return groupings.some((grouping) => grouping.test(text)) ? text.replaceAll(/\D/g, '') : null
}

const minus = /[-−–—‐‑﹣－]/

/** Returns what is wrong with the text in every currency. */
function problemOf(text: string, splits: readonly Split[], isNumber: boolean): MoneyProblem | null {
  if (isNumber) {
    const outside = splits[0]?.units.join(' ') ?? ''
    return minus.test(outside) || /^\(.*\)$/.test(text) ? 'must_be_positive' : null
  }
  if (/^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(text)) return 'exponent'
  return splits.some(({ number }) => /^[\d.,٫٬' ]+$/.test(number)) ? 'odd_separators' : 'not_a_number'
}

/**
 * Locales that write a currency differently than their language alone: “$ US” for US dollars in Canada. `currencySigns` also
 * tries each language in the currency's own region: “$” for pesos in Mexico.
 */
const regionalLocales =
  'ar-AE ar-EG de-AT de-CH de-LI en-AG en-AU en-CA en-GB en-GI en-IN en-NZ en-SG en-ZA es-AR es-CL es-CO es-MX es-PE ' +
  'es-US fr-BE fr-CA fr-CH it-CH nl-BE pt-BR pt-PT qu ru-BY se sr-Latn sw-KE sw-UG uz-Cyrl zh-HK zh-Hant zh-SG zh-TW'

/** Signs by currency, collected when someone first types a unit other than its code. */
const collected = new Map<string, ReadonlySet<string>>()

/** Returns whether a text is the currency's code or its sign in some language. Either may end in a point: “Rs.”. */
export function isUnitOf(unit: string, currency: string): boolean {
  const text = normalised(unit)
  if (text === '' || !/^[A-Z]{3}$/.test(currency)) return false
  const isIn = (sign: string) => sign === normalised(currency) || currencySigns(currency).has(sign)
  return isIn(text) || (/\p{L}\.$/u.test(text) && isIn(text.slice(0, -1)))
}

function currencySigns(currency: string): ReadonlySet<string> {
  const known = collected.get(currency)
  if (known) return known
  // Collecting takes some milliseconds, and a file can name any code.
  if (!isCurrency(currency)) return new Set()
  const home = currency.slice(0, 2)
  const inLanguages = languageCodes.flatMap((language) => [language, `${language}-${home}`])
  const locales = [...inLanguages, ...regionalLocales.split(' ')]
  const signs = new Set([
    ...locales.map((locale) => normalised(signIn(locale, currency, 'symbol'))),
    ...languageCodes.map((language) => normalised(signIn(language, currency, 'narrowSymbol'))),
  ])
  collected.set(currency, signs)
  return signs
}

/** `narrowSymbol`: as people write it where no other currency is possible: “$” for Hong Kong dollars, else “HK$”. */
const signIn = (locale: string, currency: string, display: 'symbol' | 'narrowSymbol'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: display })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

/** Returns the unit in lower case, without invisible characters: “F\u202fCFA” is “f cfa”, “￥” is “¥”. */
const normalised = (unit: string): string =>
  unit
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim()
    .toLowerCase()
