import { useDeferredValue } from 'react'

/**
 * Returns the rows to draw now: on a list's first render only the first `atFirst`, so that they appear sooner, and all
 * rows once those are painted.
 */
export function useFirstRows<Row>(rows: readonly Row[], atFirst: number) {
  const isWhole = useDeferredValue(true, false)
  const drawn = isWhole ? rows : rows.slice(0, atFirst)
  return { drawn, remaining: rows.length - drawn.length }
}
