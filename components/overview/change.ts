/** By how much something is more or less; `by` is a share, or a difference of shares. */
export interface Change {
  direction: 'up' | 'down' | 'same'
  by: number
}

const directionOf = (by: number): Change['direction'] => (by > 0 ? 'up' : by < 0 ? 'down' : 'same')

/** Null where there was nothing before, of which nothing can be a share. */
export function changeOf(now: number | null, before: number | null): Change | null {
  if (now === null || before === null || before === 0) return null
  const by = (now - before) / before
  return { direction: directionOf(by), by: Math.abs(by) }
}

export function changeOfRate(now: number | null, before: number | null): Change | null {
  if (now === null || before === null) return null
  const by = now - before
  return { direction: directionOf(Math.abs(by) < 0.0005 ? 0 : by), by: Math.abs(by) }
}

/** "12.4 %"; large ones without decimals, and not all where some are missing. As Node and every browser write it. */
export function percentText(share: number): string {
  const percent = share * 100
  const shown = percent >= 1000 ? Math.round(percent) : Number(percent.toFixed(1))
  if (shown === 100 && percent < 100) return '> 99.9\u00a0%'
  if (shown === 0 && percent > 0) return '< 0.1\u00a0%'
  return `${shown}\u00a0%`
}

/** A difference of shares, in percentage points. */
export const pointsText = (difference: number): string => `${Number((difference * 100).toFixed(1))}\u00a0pt`
