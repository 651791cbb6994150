/** What is appended to a number takes its customary shape; a change in the middle stays, as a caret that jumps is worse. */
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

/** A number without what stands between its digits. */
export const plainNumber = (typed: string): string => typed.replace(/[\s-]/g, '')

/** Whether a whole number's check digit does not fit (Luhn); most cards have one, not all. */
export function isOddNumber(typed: string): boolean {
  const digits = plainNumber(typed)
  if (!/^\d{12,19}$/.test(digits)) return false
  const sum = digits
    .split('')
    .toReversed()
    .map((digit, at) => Number(digit) * (at % 2 === 1 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return sum % 10 !== 0
}

/** Whether a card that ends then has ended, by the viewer's clock; false as long as it is not typed whole. */
export function isPast(month: string, year: string, now: Date): boolean {
  if (!/^\d{1,2}$/.test(month.trim()) || !/^\d{4}$/.test(year.trim())) return false
  return Date.UTC(Number(year), Number(month), 1) <= now.valueOf()
}
