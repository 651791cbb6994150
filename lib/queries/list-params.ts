import { createLoader, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs/server'

/**
 * A list's state in the address: what is searched, the sort, the page (a cursor, and the number of its first
 * row, which keyset paging cannot know). Page and browser read it with the same parsers.
 */
export function listParams<Sort extends string>(sorts: readonly Sort[], defaultSort: NonNullable<Sort>) {
  const params = {
    q: parseAsString.withDefault(''),
    sort: parseAsStringLiteral(sorts).withDefault(defaultSort),
    cursor: parseAsString,
    from: parseAsInteger.withDefault(1),
  }
  return { params, defaultSort, load: createLoader(params) }
}
export type ListParams<Sort extends string> = ReturnType<typeof listParams<Sort>>

/** What a list asks the server for: only what differs from the defaults, so that equal views share one cache entry. */
export const listFilters = <Sort extends string>(
  state: { q: string; sort: Sort; cursor: string | null },
  defaultSort: Sort,
) => ({
  ...(state.q ? { q: state.q } : {}),
  ...(state.sort === defaultSort ? {} : { sort: state.sort }),
  ...(state.cursor ? { cursor: state.cursor } : {}),
})
