import { pageSizes } from '@/lib/core/lists/paging'

interface Page<Row> {
  items: readonly Row[]
  next_cursor: string | null
}
interface Wanted {
  except: readonly string[]
  most: number
}

/** Returns all matching rows, read page by page in their current state. @throws what `read` throws. */
export async function allMatching<Row extends { id: string }>(
  read: (page: { cursor?: string; limit: number }) => Promise<Page<Row>>,
  { except, most }: Wanted,
): Promise<Row[]> {
  const found: Row[] = []
  let cursor: string | undefined
  do {
    const page = await read({ cursor, limit: pageSizes.max })
    found.push(...page.items.filter(({ id }) => !except.includes(id)))
    cursor = page.next_cursor ?? undefined
  } while (cursor && found.length < most)
  return found.slice(0, most)
}
