import { formatMajor } from '../../gateway/minor-units'

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
