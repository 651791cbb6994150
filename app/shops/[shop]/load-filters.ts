import { createLoader, type ParserMap } from 'nuqs/server'
import {
  type FilterValues,
  type ListFilters,
  listFilters,
  type ListParams,
  type ListValues,
} from '@/lib/core/client/list-params'

/**
 * What the list at this address asks for. Apart from the parsers, which browsers are sent too: they have hooks to read
 * the address with.
 */
export async function loadFilters<Sort extends string, Filters extends ParserMap>(
  searchParams: Promise<Record<string, string | string[] | undefined>>,
  params: ListParams<Sort, Filters>,
): Promise<ListFilters<Sort, Filters>> {
  // nuqs cannot see through the type parameters: the parsers are those that these types are read from.
  const values = (await createLoader(params.params as ParserMap)(
    searchParams,
  )) as unknown as ListValues<Sort> & FilterValues<Filters>
  return listFilters(values, params)
}
