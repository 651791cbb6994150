'use client'
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useCallback } from 'react'

export const densities = ['comfortable', 'compact'] as const

const params = {
  columns: parseAsArrayOf(parseAsString),
  density: parseAsStringLiteral(densities).withDefault('comfortable'),
}

/**
 * The optional columns that are visible, and the density, kept in the address. Changes add no history entry. `usual`:
 * the columns shown until a person chooses others, in display order.
 */
export function useLayout(usual: readonly string[]) {
  const [{ columns, density }, set] = useQueryStates(params, { history: 'replace' })
  const shown = (columns ?? usual).join()
  return {
    /** A stable function while the columns stay the same. */
    isShown: useCallback((id: string) => shown.split(',').includes(id), [shown]),
    isUsual: columns === null,
    density,
    /** Shows these optional columns, which are in display order. */
    show: (chosen: readonly string[]) =>
      void set({ columns: chosen.join() === usual.join() ? null : [...chosen] }),
    showUsual: () => void set({ columns: null }),
    setDensity: (next: (typeof densities)[number]) => void set({ density: next }),
  }
}
export type Layout = ReturnType<typeof useLayout>
