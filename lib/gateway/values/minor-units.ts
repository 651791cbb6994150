/**
 * Money is an integer of minor units and a currency (docs/gateway.md#minor-units). A wrong exponent misprices by 10 to
 * 1000 times, so there is one table, the provider's own, with overrides per shop. Decimal arithmetic is exact, on
 * strings without floats.
 */

/** Number of decimals by currency. A shop's overrides win over the provider's table. */
export type MinorUnitOverrides = Readonly<Record<string, number>>

const providerExponents: Readonly<Record<string, number>> = table({
  0: 'BIF BYR CLF CLP CVE DJF GNF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MMK PYG RWF SLL STD UYI VND VUV XAF XOF XPF',
  1: 'MOP',
  3: 'BHD JOD KWD LYD OMR TND',
})

/** Exponents of ISO 4217 other than 2. Only used to warn if the provider's table differs. */
const isoExponents: Readonly<Record<string, number>> = table({
  0: 'BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
})

function table(groups: Record<number, string>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([exponent, codes]) =>
      codes.split(' ').map((code) => [code, Number(exponent)]),
    ),
  )
}

/** Returns the decimals of `currency`, 0 to 4: the shop's override, else the provider's table, else 2. */
export function minorUnitExponent(currency: string, overrides?: MinorUnitOverrides): number {
  return ownExponent(overrides, currency) ?? ownExponent(providerExponents, currency) ?? 2
}

/** Returns the decimals of `currency` in ISO 4217. */
export const isoExponent = (currency: string): number => ownExponent(isoExponents, currency) ?? 2

/** Whether the exponent in use differs from ISO 4217. If so, the form asks the person to check. */
export const differsFromIso = (currency: string, overrides?: MinorUnitOverrides): boolean =>
  minorUnitExponent(currency, overrides) !== isoExponent(currency)

/** Looks up own properties only: a notification's currency may be any text, such as “constructor”. */
const ownExponent = (exponents: MinorUnitOverrides | undefined, currency: string): number | undefined =>
  exponents && Object.hasOwn(exponents, currency) ? exponents[currency] : undefined

/** Equal overrides give equal texts. */
export const minorUnitsText = (overrides: MinorUnitOverrides): string =>
  JSON.stringify(Object.entries(overrides).toSorted(([a], [b]) => (a < b ? -1 : 1)))

type MajorParse =
  | { isValid: true; minor: number }
  | { isValid: false; reason: 'not_a_number' | 'too_many_decimals' | 'too_big' }

/**
 * Parses the output of {@link formatMajor}: digits with a decimal point. What people type is parsed by `readMoney`
 * (lib/core/format/typed-money.ts). Never rounds: too many decimals are an error.
 */
export function parseMajor(text: string, exponent: number): MajorParse {
  const [, whole = '', decimals = ''] = /^(\d+)(?:\.(\d*))?$/.exec(text) ?? []
  if (whole === '') return { isValid: false, reason: 'not_a_number' }
  if (decimals.length > exponent) return { isValid: false, reason: 'too_many_decimals' }
  const digits = (whole + decimals.padEnd(exponent, '0')).replace(/^0+(?=\d)/, '')
  const minor = digits.length > maxSafeDigits ? Infinity : Number(digits)
  return Number.isSafeInteger(minor) ? { isValid: true, minor } : { isValid: false, reason: 'too_big' }
}

/** Digits of the largest safe integer, 9,007,199,254,740,991. */
const maxSafeDigits = 16

/** Formats minor units as a plain decimal in major units: 6500, 2 → "65.00". The inverse of {@link parseMajor}. */
export function formatMajor(minor: number | bigint, exponent: number): string {
  if (typeof minor === 'number' && !Number.isSafeInteger(minor))
    throw new RangeError(`not a safe integer of minor units: ${minor}`)
  const digits = String(minor)
    .replace('-', '')
    .padStart(exponent + 1, '0')
  const sign = minor < 0 ? '-' : ''
  if (exponent === 0) return sign + digits
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}
