import { languageCodes } from './names'

/**
 * Where a currency is written differently than the language alone says: “$ US” for US dollars in Canada. Each language
 * is tried in the region that a currency is named after as well: “$” for pesos in Mexico.
 */
const regionalLocales =
  'ar-AE ar-EG de-AT de-CH de-LI en-AG en-AU en-CA en-GB en-GI en-IN en-NZ en-SG en-ZA es-AR es-CL es-CO es-MX es-PE ' +
  'es-US fr-BE fr-CA fr-CH it-CH nl-BE pt-BR pt-PT qu ru-BY se sr-Latn sw-KE sw-UG uz-Cyrl zh-HK zh-Hant zh-SG zh-TW'

/** Each currency's signs are collected once, and only when somebody types one that is not its code. */
const collected = new Map<string, ReadonlySet<string>>()

/**
 * Whether a text stands for a currency: its code, or a sign with which it is written in some language. Either may end
 * in a point as an abbreviation does: “Rs.”.
 */
export function standsFor(unit: string, currency: string): boolean {
  const text = normalised(unit)
  if (text === '' || !/^[A-Z]{3}$/.test(currency)) return false
  const isIn = (sign: string) => sign === normalised(currency) || signsOf(currency).has(sign)
  return isIn(text) || (/\p{L}\.$/u.test(text) && isIn(text.slice(0, -1)))
}

function signsOf(currency: string): ReadonlySet<string> {
  const known = collected.get(currency)
  if (known) return known
  const home = currency.slice(0, 2)
  const inLanguages = languageCodes.flatMap((language) => [language, `${language}-${home}`])
  const locales = [...inLanguages, ...regionalLocales.split(' ')]
  const signs = new Set(locales.map((locale) => normalised(signIn(locale, currency))))
  collected.set(currency, signs)
  return signs
}

const signIn = (locale: string, currency: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

/** Without marks that nobody sees, in one case, and with plain spaces: “F\u202fCFA” is “f cfa”, “￥” is “¥”. */
const normalised = (unit: string): string =>
  unit
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim()
    .toLowerCase()
