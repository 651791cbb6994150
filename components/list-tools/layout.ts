'use client'
import { parseAsArrayOf, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'

export const densities = ['comfortable', 'compact'] as const

/** A list's columns in order, without the one that names the row, which is always shown. */
export interface ListColumns<Id extends string> {
  all: readonly Id[]
  usual: readonly Id[]
}

/** The visible columns and the density, kept in the address. Changes add no history entry. */
export function useLayout<const Id extends string>({ all, usual }: ListColumns<Id>): Layout<Id> {
  const params = useMemo(
    () => ({
      columns: parseAsArrayOf(parseAsStringLiteral(all)),
      density: parseAsStringLiteral(densities).withDefault('comfortable'),
    }),
    [all],
  )
  const [{ columns, density }, set] = useQueryStates(params, { history: 'replace' })
  return {
    all,
    columns: columns ?? usual,
    isUsual: columns === null,
    density,
    show: (chosen) => {
      const next = all.filter((id) => chosen.includes(id))
      void set({ columns: next.join() === usual.join() ? null : next })
    },
    showUsual: () => void set({ columns: null }),
    setDensity: (next) => void set({ density: next }),
  }
}

export interface Layout<Id extends string = string> {
  all: readonly Id[]
  columns: readonly Id[]
  isUsual: boolean
  density: (typeof densities)[number]
  show: (chosen: readonly string[]) => void
  showUsual: () => void
  setDensity: (next: (typeof densities)[number]) => void
}
