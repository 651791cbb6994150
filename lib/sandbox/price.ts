import 'server-only'
import { formatMoney } from '../core/format/money'
import { formatMajor, minorUnitExponent } from '../gateway/values/minor-units'

/**
 * Formats an amount (minor units) for payer pages and e-mails in `language`: “€65.00”, “65,00 €”. Decimals follow the
 * provider's own table; digits are exact and always Latin. Server only: a browser's Intl may use other spaces. Call it
 * only with a language that has texts.
 */
export function price({ amount, currency }: { amount: number; currency: string }, language: string): string {
  const exponent = minorUnitExponent(currency)
  if (language === 'en' || !/^[A-Z]{3}$/.test(currency)) return formatMoney(amount, currency, exponent)
  const format = new Intl.NumberFormat(`${language}-u-nu-latn`, {
    style: 'currency',
    currency,
    // Uses a symbol only where it is unambiguous, as in English.
    currencyDisplay: /^(EUR|USD|GBP|JPY)$/.test(currency) ? 'narrowSymbol' : 'code',
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  })
  return format.format(formatMajor(amount, exponent) as `${number}`)
}
