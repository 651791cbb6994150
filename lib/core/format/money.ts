import { formatMajor } from '../../gateway/values/minor-units'

/** Currencies with an unambiguous symbol. All others show their code: "BYN 38.50". */
const symbols: Readonly<Record<string, string>> = { EUR: '€', USD: '$', GBP: '£', JPY: '¥' }

/**
 * Formats minor units: "€65.00", "¥12,400", "KWD 9.750". Works on digits, never on floats. `exponent` comes from the
 * shop's table, not from Intl.
 */
export function formatMoney(minor: number | bigint, currency: string, exponent: number): string {
  const sign = minor < 0 ? '−' : ''
  const unit = symbols[currency] ?? `${currency}\u00a0`
  return `${sign}${unit}${groupThousands(formatMajor(minor, exponent).replace('-', ''))}`
}

/** Returns "1234.5" as "1,234.5". */
export function groupThousands(major: string): string {
  const [whole = '', decimals] = major.split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/** Percentages are exact to four decimals. */
const percentScale = 10_000n

/** Factor in the result of `scaledChange`: `moreDecimals` is its number of decimals. */
export const changeScale = 100n * percentScale
const moreDecimals = 6

/** Returns "-12.5" as -125000. */
function scaledPercent(percent: string): bigint {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(percent) ?? []
  const digits = BigInt(whole + decimals.slice(0, 4).padEnd(4, '0'))
  return sign === '-' ? -digits : digits
}

/** Returns minor units changed by a percentage ("-12.5", at most four decimals), times `changeScale`. Exact. */
export const scaledChange = (amount: number, percent: string): bigint =>
  BigInt(amount) * (changeScale + scaledPercent(percent))

/**
 * Returns the exact price before it was rounded to `after`, in major units: "11.055", with at least `exponent`
 * decimals. Null when nothing was rounded. Amounts are in minor units and not negative.
 */
export function roundedFrom(before: number, after: number, percent: string, exponent: number): string | null {
  const exact = scaledChange(before, percent)
  if (exact === BigInt(after) * changeScale) return null
  const decimals = exponent + moreDecimals
  const digits = String(exact).padStart(decimals + 1, '0')
  const more = digits.slice(-moreDecimals).replace(/0+$/, '')
  const fraction = digits.slice(-decimals, -moreDecimals) + more
  return groupThousands(digits.slice(0, -decimals) + (fraction && `.${fraction}`))
}

/**
 * Formats minor units as a language writes them: “€65.00”, “65,00 €”. Exact, always in Latin digits, with no space
 * at which a line could break.
 */
export function formatMoneyIn(
  minor: number | bigint,
  currency: string,
  exponent: number,
  language: string,
): string {
  if (language === 'en' || !/^[A-Z]{3}$/.test(currency) || !isLanguage(language))
    return formatMoney(minor, currency, exponent)
  const format = new Intl.NumberFormat(`${language}-u-nu-latn`, {
    style: 'currency',
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  })
  // Node and browsers use different spaces.
  return format.format(formatMajor(minor, exponent) as `${number}`).replaceAll(/\s/g, '\u00a0')
}

function isLanguage(language: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language).length > 0
  } catch {
    return false
  }
}

/**
 * Sums of amounts as numbers. A sum at the limit, above or below 0, means that or more, because larger numbers are not
 * exact.
 */

export const sumLimit = Number.MAX_SAFE_INTEGER

export function limitedSum(sum: bigint): number {
  const limit = BigInt(sumLimit)
  return Number(sum > limit ? limit : sum < -limit ? -limit : sum)
}

export const isAtLimit = (sum: number): boolean => Math.abs(sum) >= sumLimit
