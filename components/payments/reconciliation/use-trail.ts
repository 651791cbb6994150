'use client'
import { useState } from 'react'
import { pageSizes } from '@/lib/core/lists/paging'

/**
 * Pages through a list whose answers only have the next cursor. Keeps the earlier cursors. `of`: what is listed;
 * another list begins at its first page.
 */
export function useTrail(of: string) {
  const [trail, setTrail] = useState<{ of: string; cursors: readonly string[] }>({ of, cursors: [] })
  const cursors = trail.of === of ? trail.cursors : []
  const go = (next: readonly string[]) => setTrail({ of, cursors: next })
  return {
    cursor: cursors.at(-1),
    from: cursors.length * pageSizes.default + 1,
    pager: (next: string | null | undefined) => ({
      onNext: next == null ? undefined : () => go([...cursors, next]),
      onPrevious: cursors.length === 0 ? undefined : () => go(cursors.slice(0, -1)),
    }),
  }
}
