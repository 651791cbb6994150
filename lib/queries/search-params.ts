/** A query string of what is set, or nothing. */
export function searchOf(values: Record<string, string | number | boolean | undefined | null>): string {
  const set = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return set.length === 0 ? '' : `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}`
}
