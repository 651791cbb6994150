import { groupThousands } from './money'

/** So many parts of a per cent are exact: four decimals. */
const percentScale = 10_000n

/** What `scaledChange` is multiplied by, and how many decimals that are. */
export const changeScale = 100n * percentScale
const moreDecimals = 6

/** "-12.5" as -125000. */
function scaledPercent(percent: string): bigint {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(percent) ?? []
  const digits = BigInt(whole + decimals.slice(0, 4).padEnd(4, '0'))
  return sign === '-' ? -digits : digits
}

/** Minor units changed by a percentage ("-12.5", at most four decimals), times `changeScale`: exact, not rounded. */
export const scaledChange = (amount: number, percent: string): bigint =>
  BigInt(amount) * (changeScale + scaledPercent(percent))

/**
 * What a price changed by a percentage was before it was rounded to `after`, in major units: "11.055", with no fewer
 * decimals than `exponent`. Null where nothing was rounded. All amounts in minor units, and not negative.
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
