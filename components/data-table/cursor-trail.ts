import { parseAsArrayOf, parseAsString } from 'nuqs'
import { pageSizes } from '@/lib/core/lists/paging'

/** The cursors that led to the page shown, in the address. Other filters begin without any. */
export const trailParam = { cursors: parseAsArrayOf(parseAsString).withDefault([]) }

/**
 * Pages through a list whose answers only have the next cursor. Returns the cursor of the page, the number of its first
 * row, and the handlers for other pages, absent where there is none. `go` stores the new trail.
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
