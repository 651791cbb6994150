import { groupThousands } from './money'

/** Percentages are exact to four decimals. */
const percentScale = 10_000n

/** Factor in the result of `scaledChange`: `moreDecimals` is its number of decimals. */
export const changeScale = 100n * percentScale
const moreDecimals = 6

/** Returns "-12.5" as -125000. */
function scaledPercent(percent: string): bigint {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(percent) ?? []
  const digits = BigInt(whole + decimals.slice(0, 4).padEnd(4, '0'))
  return sign === '-' ? -digits : digits
}

/** Returns minor units changed by a percentage ("-12.5", at most four decimals), times `changeScale`. Exact. */
export const scaledChange = (amount: number, percent: string): bigint =>
  BigInt(amount) * (changeScale + scaledPercent(percent))

/**
 * Returns the exact price before it was rounded to `after`, in major units: "11.055", with at least `exponent`
 * decimals. Null when nothing was rounded. Amounts are in minor units and not negative.
 */
export function roundedFrom(before: number, after: number, percent: string, exponent: number): string | null {
  const exact = scaledChange(before, percent)
  if (exact === BigInt(after) * changeScale) return null
  const decimals = exponent + moreDecimals
  const digits = String(exact).padStart(decimals + 1, '0')
  const more = digits.slice(-moreDecimals).replace(/0+$/, '')
  const fraction = digits.slice(-decimals, -moreDecimals) + more
  return groupThousands(digits.slice(0, -decimals) + (fraction && `.${fraction}`))
}
