import {
  createParser,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
  type ParserMap,
} from 'nuqs/server'

interface ListOptions<Sort extends string, Filters extends ParserMap> {
  /** Parsers by the filter's name in the API. */
  filters: Filters
  /** Sort of a search when no sort is chosen. Default: `defaultSort`. */
  searchedSort?: NonNullable<Sort>
  /** False: the list has no search and ignores `q`. */
  isSearched?: boolean
}

/**
 * Defines a list's state in the address: search text, filters, sort and page. `from` is the number of the page's first
 * row, which keyset paging cannot know. Server and browser share these parsers.
 */
export function listParams<Sort extends string, Filters extends ParserMap>(
  sorts: readonly Sort[],
  defaultSort: NonNullable<Sort>,
  { filters, searchedSort = defaultSort, isSearched = true }: ListOptions<Sort, Filters>,
) {
  const params = {
    ...filters,
    q: (isSearched ? parseAsString : parseTextIf(() => false)).withDefault(''),
    sort: parseAsStringLiteral(sorts),
    cursor: parseAsString,
    from: parseAsInteger.withDefault(1),
  }
  return {
    params,
    filters,
    sorts,
    filterNames: Object.keys(filters) as (keyof Filters & string)[],
    defaultSort,
    searchedSort,
  }
}
export type ListParams<Sort extends string, Filters extends ParserMap> = ReturnType<
  typeof listParams<Sort, Filters>
>

/** Values from the address. `sort` is null when none is chosen. */
export interface ListValues<Sort extends string> {
  q: string
  sort: Sort | null
  cursor: string | null
  from: number
}
export type FilterValues<Filters extends ParserMap> = {
  [Name in keyof Filters]: inferParserType<Filters[Name]> | null
}

type FilterQuery<Filters extends ParserMap> = {
  [Name in keyof Filters]?: NonNullable<inferParserType<Filters[Name]>>
}
export type ListFilters<Sort extends string, Filters extends ParserMap> = {
  q?: string
  sort?: Sort
  cursor?: string
} & FilterQuery<Filters>

export function sortOf<Sort extends string, Filters extends ParserMap>(
  { q, sort }: { q: string; sort: Sort | null },
  { defaultSort, searchedSort }: Pick<ListParams<Sort, Filters>, 'defaultSort' | 'searchedSort'>,
): Sort {
  const implied: Sort = q ? searchedSort : defaultSort
  // Without a search, the sort that only a search supports is ignored.
  return sort === null || (!q && sort === searchedSort) ? implied : sort
}

/** Treats an empty list as not set. */
export function setFilters<Filters extends ParserMap>(
  values: FilterValues<Filters>,
  names: readonly (keyof Filters & string)[],
): FilterQuery<Filters> {
  const set = names
    .map((name) => [name, values[name] as unknown] as const)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
  return Object.fromEntries(set) as FilterQuery<Filters>
}

/** Returns the query for the server without defaults, so that equal views share one cache entry. */
export function listFilters<Sort extends string, Filters extends ParserMap>(
  values: ListValues<Sort> & FilterValues<Filters>,
  params: ListParams<Sort, Filters>,
): ListFilters<Sort, Filters> {
  const { q, cursor } = values
  const sort = sortOf(values, params)
  return {
    ...setFilters<Filters>(values, params.filterNames),
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

/** Creates a parser that ignores texts which fail `isGood`. */
export const parseTextIf = (isGood: (text: string) => boolean) =>
  createParser({ parse: (text) => (isGood(text) ? text : null), serialize: (text: string) => text })

export function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
