import { createParser, parseAsArrayOf, parseAsStringLiteral, type SingleParserBuilder } from 'nuqs/server'
import {
  codeOf,
  minorUnits,
  storable,
  uuid,
  type Filter,
  type Filters,
  type FilterValue,
} from '../lists/filters'

type FilterParsers<Described extends Filters> = {
  [Name in keyof Described]: SingleParserBuilder<FilterValue<Described[Name]> & {}>
}

/** Reads filters from a page's address. A value that the API would refuse counts as not set. */
export const filterParsers = <Described extends Filters>(filters: Described): FilterParsers<Described> =>
  // The kinds carry the types; building from entries loses them.
  Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, parserOf(filter)]),
  ) as unknown as FilterParsers<Described>

function parserOf(filter: Filter) {
  if (filter.kind === 'amount') return parseAmount
  if (filter.kind === 'day') return parseTextIf(isDay)
  if (filter.kind === 'flag') return parseFlag
  if (filter.kind === 'codes') return parseAsArrayOf(parseTextIf((text) => codeOf[filter.length].test(text)))
  const one = valueOf(filter)
  return filter.isList ? parseAsArrayOf(one) : one
}

function valueOf(filter: Extract<Filter, { isList: boolean }>) {
  if (filter.kind === 'choice') return parseAsStringLiteral(filter.values)
  if (filter.kind === 'id') return parseTextIf((text) => uuid.test(text))
  return parseTextIf((text) => text.length <= filter.maxLength && storable.test(text))
}

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
