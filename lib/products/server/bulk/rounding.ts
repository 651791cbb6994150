import 'server-only'
import { changeScale, scaledChange } from '../../../core/format/exact-price'
import type { RoundingMode } from '../../bulk'

/**
 * Changes an amount by a percentage ("-12.5", at most four decimals) and rounds it to a multiple of `step` minor units.
 * Exact integer arithmetic. The result may be 0 or too large for an amount: the caller checks.
 */
export function changeByPercent(
  amount: number,
  percent: string,
  { mode, step }: { mode: RoundingMode; step: number },
): bigint {
  return round(scaledChange(amount, percent), changeScale * BigInt(step), mode) * BigInt(step)
}

/** `up` rounds away from zero and `down` towards zero. Amounts are never negative. */
function round(numerator: bigint, denominator: bigint, mode: RoundingMode): bigint {
  const quotient = numerator / denominator
  const rest = numerator % denominator
  if (rest === 0n || mode === 'down') return quotient
  if (mode === 'up') return quotient + 1n
  const twice = rest * 2n
  if (twice !== denominator) return twice > denominator ? quotient + 1n : quotient
  return quotient % 2n === 0n ? quotient : quotient + 1n
}
