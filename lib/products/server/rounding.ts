import 'server-only'
import type { RoundingMode } from '../bulk'
import { changeScale, scaledChange } from '../../core/format/exact-price'

/**
 * An amount changed by a percentage ("-12.5", at most four decimals) and rounded to a multiple of `step` minor
 * units. Exact: integers all the way, no floats. May be 0 or beyond what an amount can be: the caller judges.
 */
export function changeByPercent(
  amount: number,
  percent: string,
  { mode, step }: { mode: RoundingMode; step: number },
): bigint {
  return round(scaledChange(amount, percent), changeScale * BigInt(step), mode) * BigInt(step)
}

/** `up` and `down` are away from and towards zero; amounts are never negative here. */
function round(numerator: bigint, denominator: bigint, mode: RoundingMode): bigint {
  const quotient = numerator / denominator
  const rest = numerator % denominator
  if (rest === 0n || mode === 'down') return quotient
  if (mode === 'up') return quotient + 1n
  const twice = rest * 2n
  if (twice !== denominator) return twice > denominator ? quotient + 1n : quotient
  return quotient % 2n === 0n ? quotient : quotient + 1n
}
