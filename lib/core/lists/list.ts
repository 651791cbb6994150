import { z } from 'zod'
import { codeOf, mostValues, storable, type Filter, type Filters, type FilterValue } from './filters'
import { pageSizes, relevance, sortsOf, type ListDescription, type SearchKind, type SortOf } from './paging'

/** Rows of a page, as a query says it. */
export const pageLimit = z.coerce
  .number({ error: 'not_a_number' })
  .int('not_a_number')
  .min(1)
  .max(pageSizes.max)
  .default(pageSizes.default)

type SortSchema<Columns extends readonly string[], Search extends SearchKind> = Search extends 'ranked'
  ? z.ZodOptional<z.ZodType<SortOf<Columns> | typeof relevance>>
  : z.ZodDefault<z.ZodType<SortOf<Columns>>>

/**
 * Schema of a list's query. `sort` is a column, descending with a leading `-`. `cursor` is a page's `next_cursor` or
 * `prev_cursor` and belongs to the same sort. Search text is cut at 200 characters.
 */
export function listQuery<
  const Columns extends readonly string[],
  Search extends SearchKind,
  Described extends Filters,
>({ sortColumns, defaultSort, search, filters }: ListDescription<Columns, Search, Described>) {
  const sorts: string[] = [...sortsOf(sortColumns), ...(search === 'ranked' ? [relevance] : [])]
  const choices = z.enum(sorts, { error: 'invalid_choice' })
  const sort: unknown = search === 'ranked' ? choices.optional() : choices.default(defaultSort)
  return z.strictObject({
    q: searchTerm.optional(),
    sort: sort as SortSchema<Columns, Search>,
    cursor: z.string().max(2000).optional(),
    limit: pageLimit,
    ...filterQuery(filters),
  })
}

/** Fills in the sort of a ranked list: relevance with search text, else the list's own, also instead of relevance. */
export const withDefaultSort =
  <const Columns extends readonly string[]>({
    defaultSort,
  }: {
    sortColumns: Columns
    defaultSort: SortOf<Columns>
  }) =>
  <Query extends { q?: string; sort?: SortOf<Columns> | typeof relevance }>({ sort, ...query }: Query) => {
    const own: SortOf<Columns> | typeof relevance = query.q ? relevance : defaultSort
    return { ...query, sort: sort === undefined || sort === relevance ? own : sort }
  }

/** Search text, cut at 200 characters, without characters that the database cannot store. */
const searchTerm = z.string().transform((text) =>
  text
    .trim()
    .slice(0, 200)
    .replace(/[\0\p{Surrogate}]/gu, ''),
)

/** One or several values: comma-separated in a query (a comma in a value is `%2C`), also a list in a body. */
export const listOf = <Choice extends z.ZodType<string, string>>(choice: Choice, most = 50) =>
  z.preprocess(
    (given) =>
      typeof given === 'string' ? given.split(',').map((entry) => entry.replaceAll('%2C', ',')) : given,
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
const amountBound = z.union(
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

/** In the query of a searched list: also what is only similar, although something matches. The page is then `alike`. */
export const withSimilar = { similar: z.enum(['include'], { error: 'invalid_choice' }).optional() }
export type WithSimilar<Query> = Query & { similar?: 'include' }

type FilterQuery<Described extends Filters> = {
  [Name in keyof Described]: z.ZodOptional<z.ZodType<FilterValue<Described[Name]>>>
}

/**
 * The members of a list's query for its filters. Each also accepts its own output, so that a stored one can be parsed
 * again.
 */
const filterQuery = <Described extends Filters>(filters: Described): FilterQuery<Described> =>
  // The kinds carry the types; building from entries loses them.
  Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, schemaOf(filter).optional()]),
  ) as unknown as FilterQuery<Described>

function schemaOf(filter: Filter): z.ZodType {
  if (filter.kind === 'amount') return amountBound
  if (filter.kind === 'day') return day
  if (filter.kind === 'flag') return queryBoolean
  if (filter.kind === 'codes')
    return listOf(z.string().regex(codeOf[filter.length], 'invalid_choice'), mostValues(filter))
  const one = valueOf(filter)
  return filter.isList ? listOf(one, mostValues(filter)) : one
}

function valueOf(filter: Extract<Filter, { isList: boolean }>): z.ZodType<string, string> {
  if (filter.kind === 'choice') return z.enum(filter.values, { error: 'invalid_choice' })
  if (filter.kind === 'id') return z.uuid('invalid').toLowerCase()
  return z.string().min(1).max(filter.maxLength).regex(storable, 'invalid')
}

/** A match in a shown text: start and length in UTF-16 units. */
export const mark = z.tuple([z.int(), z.int()])
export type Mark = z.output<typeof mark>

/** A page of `item`. `synced_at`: when the gateway last answered the mirror; null where there is no mirror. */
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
 * `alike`: the items are only similar, as nothing matches the search, or some are, as `similar` asked for. Jobs on “all
 * that match” skip them.
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

/** The result of a request to read the gateway's list into the mirror now. */
export const syncOutcome = z.object({ outcome: z.enum(['synced', 'running_elsewhere']) })
