import 'server-only'
import { formatMoney } from '../core/format/money'
import { formatMajor, minorUnitExponent } from '../gateway/minor-units'

/**
 * An amount (minor units) as payers of a language read it, on pages and in e-mails: “€65.00”, “65,00 €”. Decimals by
 * the provider's own table, the digits exact and Latin everywhere. On the server only: a browser's Intl may put
 * other spaces. `language` is one that we have texts in.
 */
export function price({ amount, currency }: { amount: number; currency: string }, language: string): string {
  const exponent = minorUnitExponent(currency)
  if (language === 'en' || !/^[A-Z]{3}$/.test(currency)) return formatMoney(amount, currency, exponent)
  const format = new Intl.NumberFormat(`${language}-u-nu-latn`, {
    style: 'currency',
    currency,
    // As in English: a symbol where nobody mistakes it for another's, otherwise the code.
    currencyDisplay: /^(EUR|USD|GBP|JPY)$/.test(currency) ? 'narrowSymbol' : 'code',
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  })
  return format.format(formatMajor(amount, exponent) as `${number}`)
}
