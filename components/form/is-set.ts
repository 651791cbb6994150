/** Whether a field holds something of its own: not nothing, not off, and not what the form began with by default. */
export function isSet(value: unknown, byDefault?: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false
  if (Array.isArray(value)) return value.length > 0 && JSON.stringify(value) !== JSON.stringify(byDefault)
  return value !== byDefault
}
