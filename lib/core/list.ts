import { z } from 'zod'
import { pageSizes, relevance, sortsOf, type SortOf } from './paging'

/**
 * Schema of a list's query. `sort` is a column, descending with a leading `-`. `cursor` is a page's `next_cursor` or
 * `prev_cursor` and belongs to the same sort. Search text is cut at 200 characters.
 */
export function listQuery<const Columns extends readonly string[]>(
  columns: Columns,
  defaultSort: SortOf<Columns>,
) {
  const sorts = sortsOf(columns)
  return z.strictObject({
    q: searchTerm.optional(),
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

/** Fills in the sort: relevance with search text, otherwise `usual`, also instead of relevance. */
export const withDefaultSort =
  <Column extends string>(usual: Column) =>
  <Query extends { q?: string; sort?: Column | typeof relevance }>({ sort, ...query }: Query) => {
    const own: Column | typeof relevance = query.q ? relevance : usual
    return { ...query, sort: sort === undefined || sort === relevance ? own : sort }
  }

/** Search text, cut at 200 characters, without characters that the database cannot store. */
export const searchTerm = z.string().transform((text) =>
  text
    .trim()
    .slice(0, 200)
    .replace(/[\0\p{Surrogate}]/gu, ''),
)

/** One or several values: comma-separated in a query, also a list in a body. */
export const listOf = <Choice extends z.ZodType<string, string>>(choice: Choice, most = 50) =>
  z.preprocess(
    (given) => (typeof given === 'string' ? given.split(',') : given),
    z.array(choice, { error: 'not_a_list' }).min(1, 'required').max(most),
  )

/** A date, YYYY-MM-DD, that the database accepts: it has no year 0. */
export const day = z.iso.date('invalid').refine((text) => !text.startsWith('0000'), 'invalid')

/** A time zone's IANA name. */
export const timeZone = z
  .string()
  .min(1, 'required')
  .max(100)
  .refine((name) => {
    try {
      return !!new Intl.DateTimeFormat('en', { timeZone: name })
    } catch {
      return false
    }
  }, 'invalid')

/** Bound of an amount filter in minor units; digits in a query. */
export const amountBound = z.union(
  [
    z.int().min(0),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ],
  { error: 'not_a_number' },
)

export const queryBoolean = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform((given) => given === 'true')],
  { error: 'not_a_boolean' },
)

/** A match in a shown text: start and length in UTF-16 units. */
export const mark = z.tuple([z.int(), z.int()])
export type Mark = z.output<typeof mark>

/** A page of `item`. `synced_at`: when the mirror last heard from the gateway; null where there is no mirror. */
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

/**
 * `alike`: nothing matches the search; the items are only similar, and jobs on “all that match” skip them.
 * `best`: sorted by relevance, the list ends after this many of the `total` matches; null: it has all of them.
 * `refresh_failed_at`: when the gateway's list could not be read, if after `synced_at`.
 * `syncing`: the gateway's list is being read now, and items may still be missing.
 */
export const mirrorPage = <Item extends z.ZodType>(item: Item) =>
  listPage(item).extend({
    alike: z.boolean(),
    best: z.int().nullable(),
    syncing: z.boolean(),
    refresh_failed_at: z.iso.datetime().nullable(),
  })

/** Of a request to read the gateway's list into the mirror now. */
export const syncOutcome = z.object({ outcome: z.enum(['synced', 'running_elsewhere']) })
