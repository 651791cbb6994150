'use client'
import { type QueryKey, useQueries, type UseQueryOptions } from '@tanstack/react-query'
import type { ListedPage } from './define-list'

/** The most IDs that one query names: a filter takes as many, and a page has as many rows. */
const chunkSize = 50

/**
 * Returns what became of rows of a list: their data as it is now, or null where the list no longer has them. Leaves out
 * what it does not know yet. `page` is the shown one; `ask` reads those of other rows that the list still has.
 */
export function useRowsNow<
  Page extends Pick<ListedPage<{ id: string }>, 'items' | 'alike'>,
  Answer,
  Key extends QueryKey,
>(
  ids: readonly string[],
  page: Page | undefined,
  ask: (ids: string[]) => UseQueryOptions<Answer, Error, Page, Key>,
): ReadonlyMap<string, Page['items'][number] | null> {
  const now = new Map<string, Page['items'][number] | null>(page?.items.map((row) => [row.id, row]))
  const chunks = chunksOf(ids.filter((id) => !now.has(id)))
  const answers = useQueries({
    // The rows of another question say nothing about these.
    queries: chunks.map((chunk) => ({ ...ask(chunk), placeholderData: undefined })),
    // Its type does not resolve with type parameters.
  }) as { data: Page | undefined }[]
  answers.forEach(({ data }, at) => {
    if (!page || !data) return
    // Rows that are only similar to the search are in no list of rows that match it.
    const rows = data.alike === page.alike ? data.items : []
    for (const id of chunks[at] ?? []) now.set(id, rows.find((row) => row.id === id) ?? null)
  })
  return now
}

/** Sorted, so that the same rows make the same questions. */
function chunksOf(ids: readonly string[]): string[][] {
  const sorted = ids.toSorted()
  return Array.from({ length: Math.ceil(sorted.length / chunkSize) }, (_, at) =>
    sorted.slice(at * chunkSize, (at + 1) * chunkSize),
  )
}
