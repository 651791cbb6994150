export const limit = 6

interface FoundPage<Item> {
  items: Item[]
  alike: boolean
  next_cursor: string | null
  total: number
  total_exact: boolean
}
type ReadPage<Item> = (query: { q: string; limit: number; similar?: 'include' }) => Promise<FoundPage<Item>>

/** `page`: the list's own first page, which says how many match. */
interface FoundRows<Item> {
  rows: { item: Item; isAlike: boolean }[]
  page: FoundPage<Item>
}

/** Marks the first word of four digits as the end of a card number, as the search reads “•••• 0000”. */
export const withCardEnd = (q: string): string => q.replace(/(?<!\S)\d{4}(?![^\s,;])/, '••••$&')

/**
 * Finds the first rows of a list: those that match, then those that are only similar, because a typed name may be
 * misspelt. `better`: a narrower text, whose matches come first.
 */
export async function findRows<Item>(
  read: ReadPage<Item>,
  idOf: (item: Item) => string,
  q: string,
  better = q,
): Promise<FoundRows<Item>> {
  const [page, narrow] = await Promise.all([
    read({ q, limit }),
    better === q ? null : read({ q: better, limit }),
  ])
  const hasFew = !page.alike && page.items.length > 0 && page.next_cursor === null
  const more = hasFew ? await read({ q, limit, similar: 'include' }) : null
  const pages = [narrow, page, more].filter((one) => one !== null)
  const rows = new Map<string, { item: Item; isAlike: boolean }>()
  // A row that is in several pages keeps its first place.
  for (const { items, alike } of [...pages.filter((one) => !one.alike), ...pages.filter((one) => one.alike)])
    for (const item of items) if (!rows.has(idOf(item))) rows.set(idOf(item), { item, isAlike: alike })
  return { rows: [...rows.values()].slice(0, limit), page }
}
