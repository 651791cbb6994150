import { useDeferredValue } from 'react'

/**
 * The rows to draw now: where a list is new on screen those that are in view, so that they are there sooner, and all
 * of them once these have been painted.
 */
export function useFirstRows<Row>(rows: readonly Row[], atFirst: number) {
  const isWhole = useDeferredValue(true, false)
  const drawn = isWhole ? rows : rows.slice(0, atFirst)
  return { drawn, left: rows.length - drawn.length }
}
