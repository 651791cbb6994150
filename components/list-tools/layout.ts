'use client'
import { parseAsArrayOf, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'

export const densities = ['comfortable', 'compact'] as const

/** A list's columns but the one that names the row, which is always there: `all` in their order. */
export interface ListColumns<Id extends string> {
  all: readonly Id[]
  usual: readonly Id[]
}

/** Which columns are shown and how dense, kept in the address. No step of its own on the way back. */
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
