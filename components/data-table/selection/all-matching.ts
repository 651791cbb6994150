import { pageSizes } from '@/lib/core/lists/paging'

interface Page<Row> {
  items: readonly Row[]
  next_cursor: string | null
}
interface Wanted {
  except: readonly string[]
  most: number
}

/**
 * Returns all matching rows, each once, read page by page in their current state: one that was changed meanwhile may be
 * on two pages. @throws what `read` throws.
 */
export async function allMatching<Row extends { id: string }>(
  read: (page: { cursor?: string; limit: number }) => Promise<Page<Row>>,
  { except, most }: Wanted,
): Promise<Row[]> {
  const found = new Map<string, Row>()
  let cursor: string | undefined
  do {
    const page = await read({ cursor, limit: pageSizes.max })
    for (const row of page.items) if (!except.includes(row.id)) found.set(row.id, row)
    cursor = page.next_cursor ?? undefined
  } while (cursor && found.size < most)
  return [...found.values()].slice(0, most)
}
