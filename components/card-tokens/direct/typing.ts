/** Groups digits appended to a card number. Keeps a change in the middle, so that the caret does not jump. */
export function groupNumber(next: string, before: string): string {
  if (next.length <= before.length || !next.startsWith(before)) return next
  const digits = next.replace(/[\s-]/g, '')
  if (!/^\d*$/.test(digits)) return next
  const sizes = /^3[47]/.test(digits) ? [4, 6, 9] : [4, 4, 4, 4, 3]
  const groups: string[] = []
  let at = 0
  for (const size of sizes) {
    if (at >= digits.length) break
    groups.push(digits.slice(at, at + size))
    at += size
  }
  return [...groups, digits.slice(at)].filter(Boolean).join(' ')
}

/** Removes spaces and hyphens from a card number. */
export const plainNumber = (typed: string): string => typed.replace(/[\s-]/g, '')

/** Returns whether a complete number (12 to 19 digits) fails the Luhn check. A few valid cards fail it too. */
export function failsLuhn(typed: string): boolean {
  const digits = plainNumber(typed)
  if (!/^\d{12,19}$/.test(digits)) return false
  const sum = digits
    .split('')
    .toReversed()
    .map((digit, at) => Number(digit) * (at % 2 === 1 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return sum % 10 !== 0
}

/** Returns whether a card has expired by the given clock; false while the date is incomplete. */
export function isPast(month: string, year: string, now: Date): boolean {
  if (!/^\d{1,2}$/.test(month.trim()) || !/^\d{4}$/.test(year.trim())) return false
  return Date.UTC(Number(year), Number(month), 1) <= now.valueOf()
}

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
