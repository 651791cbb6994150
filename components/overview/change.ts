import { isAtLimit } from '@/lib/core/format/money'

/** A change between two periods. `by`: the relative change, or the difference of two shares; never negative. */
export interface Change {
  direction: 'up' | 'down' | 'same'
  by: number
}

const directionOf = (by: number): Change['direction'] => (by > 0 ? 'up' : by < 0 ? 'down' : 'same')

/** Returns the relative change. Null if a value is unknown or a sum at its limit (`isAtLimit`), or if `before` is 0. */
export function changeOf(now: number | null, before: number | null): Change | null {
  if (now === null || before === null || before === 0) return null
  if (isAtLimit(now) || isAtLimit(before)) return null
  const by = (now - before) / before
  return { direction: directionOf(by), by: Math.abs(by) }
}

export function changeOfRate(now: number | null, before: number | null): Change | null {
  if (now === null || before === null) return null
  const by = now - before
  return { direction: directionOf(Math.abs(by) < 0.0005 ? 0 : by), by: Math.abs(by) }
}

/**
 * Formats a share as "12.4 %", without decimals from 1000 % on. A share just below 100 % or above 0 % is "> 99.9 %" or
 * "< 0.1 %". Uses no `Intl`, so that Node and every browser give the same text.
 */
export function percentText(share: number): string {
  const percent = share * 100
  const shown = percent >= 1000 ? Math.round(percent) : Number(percent.toFixed(1))
  if (shown === 100 && percent < 100) return '> 99.9\u00a0%'
  if (shown === 0 && percent > 0) return '< 0.1\u00a0%'
  return `${shown}\u00a0%`
}

export const pointsText = (difference: number): string => `${Number((difference * 100).toFixed(1))}\u00a0pt`
