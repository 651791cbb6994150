import { createLoader, type ParserMap } from 'nuqs/server'
import {
  type FilterValues,
  type ListFilters,
  listFilters,
  type ListParams,
  type ListValues,
} from '@/lib/core/client/list-params'

/**
 * Parses a list's filters from the address. Not in the module of the parsers, which also goes to browsers, where hooks
 * read the address.
 */
export async function loadFilters<Sort extends string, Filters extends ParserMap>(
  searchParams: Promise<Record<string, string | string[] | undefined>>,
  params: ListParams<Sort, Filters>,
): Promise<ListFilters<Sort, Filters>> {
  // nuqs cannot infer through the type parameters. The types come from these same parsers.
  const values = (await createLoader(params.params as ParserMap)(
    searchParams,
  )) as unknown as ListValues<Sort> & FilterValues<Filters>
  return listFilters(values, params)
}
