/** Telephone numbers as people write them. */

const otherDigit = /(?![0-9])[\p{Nd}\p{No}]/gu
const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))

/** Replaces the digits of any script and style by 0 to 9, such as ４, ٤, ⁴, ④ and 𝟒. */
export function plainDigits(text: string): string {
  // A text may be a megabyte of them.
  const values = new Map<string, string>()
  return text.replace(otherDigit, (digit) => {
    const value = values.get(digit) ?? valueOf(digit)
    values.set(digit, value)
    return value
  })
}

/** Leaves numbers that are no single digit, such as ½ and ⑩. Each script has its ten digits in a row. */
function valueOf(digit: string): string {
  const plain = digit.normalize('NFKC')
  if (/^[0-9]$/.test(plain)) return plain
  if (!/^\p{Nd}$/u.test(digit)) return digit
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && isDigit(code - value - 1)) value++
  return String(value)
}

/**
 * Returns a telephone number's digits in any notation. Drops the zeros before a country or area code, also a `(0)`
 * after the country code.
 */
export const digitsOf = (phone: string | null | undefined): string =>
  plainDigits(phone ?? '')
    .replace(/\(0\)/g, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '')

/** Returns whether two numbers are the same, even if only one has its country code. */
export function isSamePhone(one: string | null | undefined, other: string | null | undefined): boolean {
  const [a, b] = [digitsOf(one), digitsOf(other)]
  if (a.length < duplicateDigits || b.length < duplicateDigits) return a !== '' && a === b
  return a.endsWith(b) || b.endsWith(a)
}

/** Numbers that are the same share at least this many last digits. */
export const duplicateDigits = 7
