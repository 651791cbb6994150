export type QueryValues = Record<string, string | number | boolean | readonly string[] | undefined | null>

/** Returns a query string of the values that are set, or `''`. Joins lists with commas. */
export function queryString(values: QueryValues): string {
  const set = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && String(value) !== '',
  )
  return set.length === 0 ? '' : `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}`
}
