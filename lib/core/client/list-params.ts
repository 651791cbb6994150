import {
  createParser,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  type inferParserType,
  type ParserMap,
} from 'nuqs/server'

interface ListOptions<Sort extends string, Filters extends ParserMap> {
  /** What narrows the list, by the name the API has for it. */
  filters: Filters
  /** How it is sorted while something is searched for and nobody chose otherwise; `defaultSort` when not told. */
  searchedSort?: NonNullable<Sort>
  /** Of one that is not, a search in the address says nothing. */
  isSearched?: boolean
}

/**
 * A list's state in the address: what is searched, what narrows it, the sort, the page (a cursor, and the number of
 * its first row, which keyset paging cannot know). Page and browser read it with the same parsers.
 */
export function listParams<Sort extends string, Filters extends ParserMap>(
  sorts: readonly Sort[],
  defaultSort: NonNullable<Sort>,
  { filters, searchedSort = defaultSort, isSearched = true }: ListOptions<Sort, Filters>,
) {
  const params = {
    ...filters,
    q: (isSearched ? parseAsString : textWhere(() => false)).withDefault(''),
    sort: parseAsStringLiteral(sorts),
    cursor: parseAsString,
    from: parseAsInteger.withDefault(1),
  }
  return {
    params,
    filterNames: Object.keys(filters) as (keyof Filters & string)[],
    defaultSort,
    searchedSort,
  }
}
export type ListParams<Sort extends string, Filters extends ParserMap> = ReturnType<
  typeof listParams<Sort, Filters>
>

/** As the address has it; `sort` is null where nobody chose one. */
export interface ListValues<Sort extends string> {
  q: string
  sort: Sort | null
  cursor: string | null
  from: number
}
/** What narrows the list; null: nothing. */
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

/** How the list is sorted: as chosen, else as it is by itself. */
export function sortOf<Sort extends string, Filters extends ParserMap>(
  { q, sort }: { q: string; sort: Sort | null },
  { defaultSort, searchedSort }: Pick<ListParams<Sort, Filters>, 'defaultSort' | 'searchedSort'>,
): Sort {
  const implied: Sort = q ? searchedSort : defaultSort
  // What only a search can be sorted by means nothing without one.
  return sort === null || (!q && sort === searchedSort) ? implied : sort
}

/** What narrows a list, of what the address says: only what is set. */
export function setFilters<Filters extends ParserMap>(
  values: FilterValues<Filters>,
  names: readonly (keyof Filters & string)[],
): FilterQuery<Filters> {
  const set = names
    .map((name) => [name, values[name] as unknown] as const)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
  return Object.fromEntries(set) as FilterQuery<Filters>
}

/** What a list asks the server for: only what differs from the defaults, so that equal views share one cache entry. */
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
/** Each look lets the server bring a stale mirror up to date, also once the gateway is back. */
const lookMs = 60_000
/** Where that failed, the next look is the next try. */
export const retryMs = 30_000

/** While the gateway's list is being read, what has come so far is shown; and a process that ends then tells nobody. */
export function whileLookedAt(
  page: { syncing: boolean; refresh_failed_at: string | null } | undefined,
): number {
  if (page?.syncing) return syncingPollMs
  return page && page.refresh_failed_at !== null ? retryMs : lookMs
}

/** What is something else in an address narrows nothing. */
export const textWhere = (isGood: (text: string) => boolean) =>
  createParser({ parse: (text) => (isGood(text) ? text : null), serialize: (text: string) => text })

export function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
