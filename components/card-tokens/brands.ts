/** Prefixes of card numbers, narrower ranges first (ISO/IEC 7812; the brands' own pages). */
const ranges: readonly (readonly [pattern: RegExp, brand: string])[] = [
  [/^3[47]/, 'amex'],
  [/^3(?:0[0-5]|[689])/, 'diners'],
  [/^35(?:2[89]|[3-8])/, 'jcb'],
  [/^220[0-4]/, 'mir'],
  [/^9112/, 'belkart'],
  [/^4/, 'visa'],
  [/^5[1-5]|^2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)/, 'master'],
  [/^6(?:011|4[4-9]|5)/, 'discover'],
  [/^62/, 'unionpay'],
  [/^(?:50|5[6-9]|6)/, 'maestro'],
]

/** Returns the likely brand of a number while it is typed, or null. Only a hint: the gateway decides. */
export const brandOf = (number: string): string | null =>
  ranges.find(([pattern]) => pattern.test(number.replace(/\s/g, '')))?.[1] ?? null
