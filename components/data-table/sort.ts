import type { SortingState } from '@tanstack/react-table'

/** `-updated_at` as the address and the API write it, to the table's own form. */
export function toSorting(sort: string): SortingState {
  return sort.startsWith('-') ? [{ id: sort.slice(1), desc: true }] : [{ id: sort, desc: false }]
}

/** Back to the text; a table here is always sorted by one column, so an empty state keeps what was. */
export function fromSorting(sorting: SortingState, before: string): string {
  const first = sorting[0]
  return first ? `${first.desc ? '-' : ''}${first.id}` : before
}
