import { parseAsArrayOf, parseAsString } from 'nuqs/server'
import { pageSizes } from '@/lib/core/lists/paging'

/** Parses the cursors that led to the page shown from the address. A change of filters must remove them. */
export const trailParam = { cursors: parseAsArrayOf(parseAsString).withDefault([]) }

/**
 * Pages through a list whose answers only have the next cursor. Returns the cursor of the page, the number of its first
 * row, and functions that go to other pages, undefined where there is no such page. `go` stores the new cursors.
 */
export const pageOfTrail = (trail: readonly string[], go: (trail: string[]) => unknown) => ({
  cursor: trail.at(-1),
  from: trail.length * pageSizes.default + 1,
  toFirstPage: trail.length === 0 ? undefined : () => void go([]),
  pager: (next: string | null | undefined) => ({
    onNext: next == null ? undefined : () => void go([...trail, next]),
    onPrevious: trail.length === 0 ? undefined : () => void go(trail.slice(0, -1)),
  }),
})
