'use client'
import type { ParserMap } from 'nuqs'
import { useCallback } from 'react'
import type { FilterOption, ListFilter } from '../data-table/filters'
import type { FilterContext } from './define-list'
import { multiFilter } from './filters'

interface FetchedFilter {
  label: string
  /** A stable function. */
  valuesOf: () => Promise<readonly string[]>
  /** A stable function: what stands beside a value. */
  noteOf?: (value: string) => string
}

/**
 * Returns a filter by values of a shop's rows. Its options, fetched when the menu opens, are these values plus the
 * chosen ones.
 */
export function useFetchedFilter<Filters extends ParserMap>(
  list: FilterContext<Filters>,
  id: keyof Filters & string,
  { label, valuesOf, noteOf }: FetchedFilter,
): ListFilter {
  const { selected } = multiFilter(list, id, { label, options: [] })
  const key = JSON.stringify(selected)
  const options = useCallback(async (): Promise<readonly FilterOption[]> => {
    // Chosen values without rows go last, so that choosing does not move the others.
    const values = new Set([...(await valuesOf()), ...(JSON.parse(key) as string[])])
    return [...values].map((value) => ({ value, label: value, note: noteOf?.(value) }))
  }, [valuesOf, noteOf, key])
  const filter = multiFilter(list, id, { label, options })
  // Sorted, so that the same choice always gives the same address.
  return { ...filter, onChange: (chosen) => filter.onChange(chosen.toSorted()) }
}
