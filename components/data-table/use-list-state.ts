'use client'
import { useQueryStates } from 'nuqs'
import { listFilters, type ListParams } from '@/lib/queries/list-params'

type Page = { next_cursor: string | null; prev_cursor: string | null; items: readonly unknown[] }

/** The state of a list, kept in the address: changing what is searched or sorted goes back to the first page. */
export function useListState<Sort extends string>({ params, defaultSort }: ListParams<Sort>) {
  const [state, setState] = useQueryStates(params, { history: 'push' })
  // nuqs cannot see through the type parameter that a literal with a default is never null.
  const sort = state.sort as Sort
  const toPage = (cursor: string | null, from: number) =>
    void setState({ cursor, from: Math.max(from, 1) }, { scroll: true })
  return {
    q: state.q,
    sort,
    from: Math.max(state.from, 1),
    filters: listFilters({ ...state, sort }, defaultSort),
    search: (q: string) => void setState({ q, cursor: null, from: null }, { history: 'replace' }),
    sortBy: (next: string) => void setState({ sort: next as never, cursor: null, from: null }),
    /** The ways from `page` on; absent where there is none. */
    pager: (page: Page | undefined, size: number) => ({
      onNext: page?.next_cursor ? () => toPage(page.next_cursor, state.from + page.items.length) : undefined,
      onPrevious: page?.prev_cursor ? () => toPage(page.prev_cursor, state.from - size) : undefined,
    }),
  }
}

export type ListState = ReturnType<typeof useListState<string>>
