/** What every list of this application's API has in common: its query and its page. */
import { z } from 'zod'
import { pageSizes, sortsOf, type SortOf } from './paging'

/**
 * Query of a list. `sort` is a column, descending with a leading `-`; `cursor` comes from a page's
 * `next_cursor` or `prev_cursor` and belongs to the same sort. Search text is cut at 200 characters.
 */
export function listQuery<const Columns extends readonly string[]>(
  columns: Columns,
  defaultSort: SortOf<Columns>,
) {
  const sorts = sortsOf(columns)
  return z.strictObject({
    q: z
      .string()
      .transform((text) => text.trim().slice(0, 200))
      .optional(),
    sort: z.enum(sorts, { error: 'invalid_choice' }).default(defaultSort as never),
    cursor: z.string().max(2000).optional(),
    limit: z.coerce
      .number({ error: 'not_a_number' })
      .int('not_a_number')
      .min(1)
      .max(pageSizes.max)
      .default(pageSizes.default),
  })
}

/** A page of `item`. `synced_at`: when the mirror last heard from the gateway; null where that means nothing. */
export function listPage<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    next_cursor: z.string().nullable(),
    prev_cursor: z.string().nullable(),
    total: z.int(),
    total_exact: z.boolean(),
    synced_at: z.iso.datetime().nullable(),
  })
}
