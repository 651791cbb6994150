export const transactionTypes = ['payment', 'authorization'] as const

/**
 * Returns whether two values of a field are equal. `expired_at` is compared as a moment, because the gateway may use
 * another time zone, and lists as sets. Empty values (null, undefined, an empty text or list) are equal. Other values
 * must be identical.
 */
export function isEqualValue(field: string, left: unknown, right: unknown): boolean {
  if (isNothing(left) || isNothing(right)) return isNothing(left) && isNothing(right)
  if (field === 'expired_at') return moment(left) === moment(right)
  if (Array.isArray(left) && Array.isArray(right)) {
    const [one, other] = [new Set<unknown>(left), new Set<unknown>(right)]
    return one.size === other.size && [...one].every((entry) => other.has(entry))
  }
  return left === right
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function moment(value: unknown): unknown {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? value : time
}
