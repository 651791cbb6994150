export type QueryValues = Record<string, string | number | boolean | readonly string[] | undefined | null>

/**
 * Returns a query string of the values that are set, or `''`. Joins lists with commas. A comma in an entry is written
 * `%2C` once more, as nuqs writes it into addresses of pages.
 */
export function queryString(values: QueryValues): string {
  const set = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && String(value) !== '',
  )
  return set.length === 0 ? '' : `?${new URLSearchParams(set.map(([key, value]) => [key, textOf(value)]))}`
}

const textOf = (value: QueryValues[string]): string =>
  Array.isArray(value) ? value.map((entry) => String(entry).replaceAll(',', '%2C')).join() : String(value)
