import { formatMajor } from '../../gateway/minor-units'
import { formatMoney } from './money'

/**
 * Formats minor units as a language writes them: “€65.00”, “65,00 €”. Exact, always in Latin digits. Node and browsers
 * use different spaces: format on one side only.
 */
export function formatMoneyIn(minor: number, currency: string, exponent: number, language: string): string {
  if (language === 'en' || !/^[A-Z]{3}$/.test(currency) || !isLanguage(language))
    return formatMoney(minor, currency, exponent)
  const format = new Intl.NumberFormat(`${language}-u-nu-latn`, {
    style: 'currency',
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  })
  return format.format(formatMajor(minor, exponent) as `${number}`)
}

function isLanguage(language: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language).length > 0
  } catch {
    return false
  }
}
