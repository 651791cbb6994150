import { pageSizes } from '@/lib/core/paging'

interface Page<Row> {
  items: readonly Row[]
  next_cursor: string | null
}
interface Wanted {
  /** IDs that are left out. */
  except: readonly string[]
  /** No more than so many are read. */
  most: number
}

/** All rows that match, page by page as `read` has them now. @throws what `read` throws. */
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
