'use client'
import { type ParserMap, useQueryStates } from 'nuqs'
import {
  type FilterValues,
  listFilters,
  type ListParams,
  type ListValues,
  setFilters,
  sortOf,
} from '@/lib/core/client/list-params'

type Page = { next_cursor: string | null; prev_cursor: string | null; items: readonly unknown[] }
type Change = Record<string, unknown>
type SetState = (
  change: Change,
  options?: { history?: 'push' | 'replace'; scroll?: boolean },
) => Promise<unknown>

const firstPage = { cursor: null, from: null }

/** A list's state, kept in the address. A new search, filter or sort returns to the first page. */
export function useListState<Sort extends string, Filters extends ParserMap>(
  params: ListParams<Sort, Filters>,
) {
  // nuqs cannot infer through the type parameters. These types come from the same parsers.
  const [state, setState] = useQueryStates(params.params as ParserMap, { history: 'push' }) as unknown as [
    ListValues<Sort> & FilterValues<Filters>,
    SetState,
  ]
  const toPage = (cursor: string | null, from: number) =>
    void setState({ cursor, from: Math.max(from, 1) }, { scroll: true })
  const set = setFilters<Filters>(state, params.filterNames)
  return {
    q: state.q,
    sort: sortOf(state, params),
    from: Math.max(state.from, 1),
    filters: listFilters(state, params),
    /** The filters that are set, without the search. */
    narrowed: set,
    isNarrowed: Object.keys(set).length > 0,
    /** Back ends a search: only its first letters make an entry of the history. */
    search: (q: string) => void setState({ q, ...firstPage }, { history: state.q ? 'replace' : 'push' }),
    sortBy: (sort: string) => void setState({ sort, ...firstPage }),
    narrow: (change: { [Name in keyof Filters]?: FilterValues<Filters>[Name] }) =>
      void setState({ ...change, ...firstPage }),
    /** Keeps the search. */
    clearFilters: () => {
      const none = Object.fromEntries(params.filterNames.map((name) => [name, null]))
      void setState({ ...none, ...firstPage })
    },
    isFirstPage: !state.cursor,
    toFirstPage: () => void setState(firstPage),
    /** Handlers for the next and previous page; absent where there is none. */
    pager: (page: Page | undefined, size: number) => ({
      onNext: page?.next_cursor ? () => toPage(page.next_cursor, state.from + page.items.length) : undefined,
      onPrevious: page?.prev_cursor ? () => toPage(page.prev_cursor, state.from - size) : undefined,
    }),
  }
}

export type ListStateOf<Sort extends string, Filters extends ParserMap> = ReturnType<
  typeof useListState<Sort, Filters>
>

interface Pager {
  onNext?: () => void
  onPrevious?: () => void
}

/** The parts of a list's state that any kind of list needs. */
export interface ListState {
  q: string
  sort: string
  from: number
  isNarrowed: boolean
  search: (q: string) => void
  sortBy: (sort: string) => void
  clearFilters: () => void
  isFirstPage: boolean
  toFirstPage: () => void
  pager: (page: Page | undefined, size: number) => Pager
}
