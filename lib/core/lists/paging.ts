/** Paging and sorting without the schemas, which the browser's lists do not need. */
import type { Filters } from './filters'

export const pageSizes = { default: 50, max: 200 } as const

/** Totals are exact up to this many rows, then estimates of two significant digits (`total_exact: false`). */
export const exactTotalLimit = 10_000

export type SortOf<Columns extends readonly string[]> = Columns[number] | `-${Columns[number]}`

export const sortsOf = <const Columns extends readonly string[]>(columns: Columns): SortOf<Columns>[] =>
  columns.flatMap((column: Columns[number]): SortOf<Columns>[] => [column, `-${column}`])

/** Best match first: the default sort of a search. */
export const relevance = 'relevance'

/** A list sorted by relevance ends after this many rows. Sorted by a column, it has all matches. */
export const rankedLimit = 1_000

/** `ranked`: a search is sorted by relevance unless a column is chosen. `sorted`: it is sorted like the list. */
export type SearchKind = 'ranked' | 'sorted' | 'none'

/** Describes how a list can be sorted, searched and filtered, for our API and for addresses of pages. */
export interface ListDescription<
  Columns extends readonly string[],
  Search extends SearchKind,
  Described extends Filters,
> {
  sortColumns: Columns
  defaultSort: SortOf<Columns>
  search: Search
  filters: Described
}

/** Infers the types of a description. */
export const describeList = <
  const Columns extends readonly string[],
  const Search extends SearchKind,
  Described extends Filters,
>(
  description: ListDescription<Columns, Search, Described>,
) => description
