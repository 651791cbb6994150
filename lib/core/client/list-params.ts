import {
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
  type ParserMap,
  createParser,
  parseAsArrayOf,
  type SingleParserBuilder,
} from 'nuqs/server'
import {
  type Filters,
  codeOf,
  minorUnits,
  mostValues,
  storable,
  uuid,
  type Filter,
  type FilterValue,
} from '../lists/filters'
import { relevance, sortsOf, type ListDescription, type SearchKind, type SortOf } from '../lists/paging'

/**
 * A list's state in the address: search text, filters, sort and page. `from` is the number of the page's first row, which
 * keyset paging cannot know. Server and browser share these parsers.
 */
const paramsOf = <Sort extends string, Parsers extends ParserMap>(
  filters: Parsers,
  sorts: readonly Sort[],
  {
    described,
    defaultSort,
    searchedSort,
    isSearched,
  }: { described: Filters; defaultSort: Sort; searchedSort: Sort; isSearched: boolean },
) => ({
  params: {
    ...filters,
    q: (isSearched ? parseAsString : parseTextIf(() => false)).withDefault(''),
    sort: parseAsStringLiteral(sorts),
    cursor: parseAsString,
    from: parseAsInteger.withDefault(1),
  },
  filters,
  described,
  sorts,
  filterNames: Object.keys(filters) as (keyof Parsers & string)[],
  defaultSort,
  searchedSort,
})
export type ListParams<Sort extends string, Parsers extends ParserMap> = ReturnType<
  typeof paramsOf<Sort, Parsers>
>

export function listParams<
  const Columns extends readonly string[],
  Search extends SearchKind,
  Described extends Filters,
>({ sortColumns, defaultSort, search, filters }: ListDescription<Columns, Search, Described>) {
  type Sort = SortOf<Columns> | (Search extends 'ranked' ? typeof relevance : never)
  const sorts: Sort[] = [...sortsOf(sortColumns), ...(search === 'ranked' ? [relevance as Sort] : [])]
  const searchedSort = sorts.find((sort) => sort === relevance) ?? defaultSort
  return paramsOf(filterParsers(filters), sorts, {
    described: filters,
    defaultSort,
    searchedSort,
    isSearched: search !== 'none',
  })
}

/** Values from the address. `sort` is null when none is chosen. */
export interface ListValues<Sort extends string> {
  q: string
  sort: Sort | null
  cursor: string | null
  from: number
}
export type FilterValues<Parsers extends ParserMap> = {
  [Name in keyof Parsers]: inferParserType<Parsers[Name]> | null
}

type FilterQuery<Parsers extends ParserMap> = {
  [Name in keyof Parsers]?: NonNullable<inferParserType<Parsers[Name]>>
}
export type ListFilters<Sort extends string, Parsers extends ParserMap> = {
  q?: string
  sort?: Sort
  cursor?: string
} & FilterQuery<Parsers>

export function sortOf<Sort extends string, Parsers extends ParserMap>(
  { q, sort }: { q: string; sort: Sort | null },
  { defaultSort, searchedSort }: Pick<ListParams<Sort, Parsers>, 'defaultSort' | 'searchedSort'>,
): Sort {
  const implied: Sort = q ? searchedSort : defaultSort
  // Without a search, the sort that only a search supports is ignored.
  return sort === null || (!q && sort === searchedSort) ? implied : sort
}

/** Treats an empty list as not set. */
export function setFilters<Parsers extends ParserMap>(
  values: FilterValues<Parsers>,
  names: readonly (keyof Parsers & string)[],
): FilterQuery<Parsers> {
  const set = names
    .map((name) => [name, values[name] as unknown] as const)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
  return Object.fromEntries(set) as FilterQuery<Parsers>
}

/** Returns the query for the server without defaults, so that equal views share one cache entry. */
export function listFilters<Sort extends string, Parsers extends ParserMap>(
  values: ListValues<Sort> & FilterValues<Parsers>,
  params: ListParams<Sort, Parsers>,
): ListFilters<Sort, Parsers> {
  const { q, cursor } = values
  const sort = sortOf(values, params)
  return {
    ...setFilters<Parsers>(values, params.filterNames),
    ...(q ? { q } : {}),
    ...(sort === (q ? params.searchedSort : params.defaultSort) ? {} : { sort }),
    ...(cursor ? { cursor } : {}),
  }
}

const syncingPollMs = 5_000
/** Each poll lets the server refresh a stale mirror. */
const pollMs = 60_000
/** Poll interval after a failed refresh. */
export const failedPollMs = 30_000

/**
 * Returns the poll interval in milliseconds. Short during a sync, to show partial results and notice an ended process.
 */
export function pollIntervalMs(
  page: { syncing: boolean; refresh_failed_at: string | null } | undefined,
): number {
  if (page?.syncing) return syncingPollMs
  return page && page.refresh_failed_at !== null ? failedPollMs : pollMs
}

type FilterParsers<Described extends Filters> = {
  [Name in keyof Described]: SingleParserBuilder<FilterValue<Described[Name]> & {}>
}

/** Reads filters from a page's address. A value that the API would refuse counts as not set. */
const filterParsers = <Described extends Filters>(filters: Described): FilterParsers<Described> =>
  // The kinds carry the types; building from entries loses them.
  Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, parserOf(filter)]),
  ) as unknown as FilterParsers<Described>

function parserOf(filter: Filter) {
  if (filter.kind === 'amount') return parseAmount
  if (filter.kind === 'day') return parseTextIf(isDay)
  if (filter.kind === 'flag') return parseFlag
  if (filter.kind === 'codes')
    return parseList(
      parseTextIf((text) => codeOf[filter.length].test(text)),
      filter,
    )
  const one = valueOf(filter)
  return filter.isList ? parseList(one, filter) : one
}

function parseList(one: SingleParserBuilder<string>, filter: Filter) {
  const { parse, serialize, eq } = parseAsArrayOf(one)
  const isTaken = (values: string[] | null) => values !== null && values.length <= mostValues(filter)
  return createParser({
    parse: (text) => {
      const values = parse(text)
      return isTaken(values) ? values : null
    },
    serialize,
    eq,
  })
}

function valueOf(filter: Extract<Filter, { isList: boolean }>) {
  if (filter.kind === 'choice') return parseAsStringLiteral(filter.values)
  if (filter.kind === 'id') return parseId
  return parseTextIf((text) => text.length <= filter.maxLength && storable.test(text))
}

const parseId = createParser({
  parse: (text) => (uuid.test(text) ? text.toLowerCase() : null),
  serialize: String,
})

const parseAmount = createParser({
  parse: (text) => (minorUnits.test(text) ? Number(text) : null),
  serialize: String,
})

/** Unlike nuqs' own, which reads any other text as false. */
const parseFlag = createParser({
  parse: (text) => (text === 'true' || text === 'false' ? text === 'true' : null),
  serialize: String,
})

/** Creates a parser that ignores texts which fail `isGood`. */
export const parseTextIf = (isGood: (text: string) => boolean) =>
  createParser({ parse: (text) => (isGood(text) ? text : null), serialize: (text: string) => text })

/** Databases have no year 0. */
export function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00Z`)
  return (
    /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(at.getTime()) &&
    at.toISOString().startsWith(text)
  )
}
