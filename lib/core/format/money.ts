import { formatMajor } from '../../gateway/minor-units'

/** Currencies whose symbol nobody mistakes for another's; all others stand with their code: "BYN 38.50". */
const symbols: Readonly<Record<string, string>> = { EUR: '€', USD: '$', GBP: '£', JPY: '¥' }

/**
 * An integer of minor units as people write it: "€65.00", "¥12,400", "KWD 9.750". Works on the digits, never on a
 * float, and takes the number of decimals from the shop's table rather than from Intl's.
 */
export function formatMoney(minor: number, currency: string, exponent: number): string {
  const sign = minor < 0 ? '−' : ''
  const unit = symbols[currency] ?? `${currency}\u00a0`
  return `${sign}${unit}${groupThousands(formatMajor(Math.abs(minor), exponent))}`
}

/** "1234.5" as "1,234.5". */
export function groupThousands(major: string): string {
  const [whole = '', decimals] = major.split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}
