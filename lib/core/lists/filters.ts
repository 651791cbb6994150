/**
 * Filters of a list, each described once. `listQuery` (list.ts) turns them into the query of our API, `listParams`
 * (client/list-params.ts) reads them from a page's address, and `filterChips` (components/list/filters/filters.ts) shows
 * them. Imports no schemas, to keep the browser bundle small.
 */
type Kind =
  /** `isList`: several values may be chosen. */
  | { kind: 'choice'; values: readonly string[]; isList: boolean }
  | { kind: 'text'; maxLength: number; isList: boolean }
  /** Upper-case letters: ISO 3166-1 alpha-2, ISO 4217. */
  | { kind: 'codes'; length: 2 | 3 }
  /** A UUID. */
  | { kind: 'id'; isList: boolean }
  /** In minor units. */
  | { kind: 'amount' }
  /** YYYY-MM-DD. */
  | { kind: 'day' }
  | { kind: 'flag' }

/** `value` is never set: it carries the type. */
export type Filter<Value = unknown> = Kind & { isRare?: true; readonly value?: Value }
export type Filters = Readonly<Record<string, Filter>>
export type FilterValue<Described extends Filter> = Described extends Filter<infer Value> ? Value : never

export const choice = <const Value extends string>(values: readonly Value[]): Filter<Value> => ({
  kind: 'choice',
  values,
  isList: false,
})
export const choices = <const Value extends string>(values: readonly Value[]): Filter<Value[]> => ({
  kind: 'choice',
  values,
  isList: true,
})
export const text = (maxLength = 100): Filter<string> => ({ kind: 'text', maxLength, isList: false })
export const texts = (maxLength = 100): Filter<string[]> => ({ kind: 'text', maxLength, isList: true })
export const countries: Filter<string[]> = { kind: 'codes', length: 2 }
export const currencies: Filter<string[]> = { kind: 'codes', length: 3 }
export const id: Filter<string> = { kind: 'id', isList: false }
export const ids: Filter<string[]> = { kind: 'id', isList: true }
export const amount: Filter<number> = { kind: 'amount' }
export const day: Filter<string> = { kind: 'day' }
export const flag: Filter<boolean> = { kind: 'flag' }

/** Makes a filter that is seldom used. Lists show it in the menu of further filters until it is set. */
export const rare = <Value>(filter: Filter<Value>): Filter<Value> => ({ ...filter, isRare: true })

/** The most values of a filter that has a list: at least as many as there are to choose from. */
export function mostValues(filter: Filter): number {
  if (filter.kind === 'codes') return 300
  return filter.kind === 'choice' ? Math.max(50, filter.values.length) : 50
}

/** Text that a database can store. */
export const storable = /^[^\0\p{Surrogate}]+$/u
export const codeOf = { 2: /^[A-Z]{2}$/, 3: /^[A-Z]{3}$/ } as const
/** As `z.uuid` takes it (RFC 9562), without the nil and max UUIDs. Stored ones are in lower case. */
export const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i
export const minorUnits = /^\d{1,15}$/
