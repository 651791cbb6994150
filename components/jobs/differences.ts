import type { TaskRowItem } from '@/lib/jobs/schema'

/** What people see as one change, though it is sent in several fields. */
export interface Difference {
  /** A field of a product; `stock` and `payableUntil` stand for a pair. */
  field: string
  /** Absent for what is to be made: nothing stood there. */
  before?: Shown
  after: Shown
}
/** A value with the field that words it; null is nothing, undefined not known. */
export type Shown = { field: string; value: unknown; currency: string | null }

type Values = Record<string, unknown>
type Row = Pick<TaskRowItem, 'change' | 'before' | 'currency'>

const pairs = [
  { name: 'stock', flag: 'infinite', value: 'quantity' },
  { name: 'payableUntil', flag: 'immortal', value: 'expired_at' },
] as const

const paired = new Set<string>(['infinite', 'quantity', 'immortal', 'expired_at'])

/** Of a customer, what tells who it is before where that is; the order of all others is as it comes. */
const places = ['email', 'phone', 'external_id', 'country', 'city', 'zip', 'state', 'address', 'ip']
const byPlace = (one: string, other: string) => places.indexOf(one) - places.indexOf(other)

/** What a row is called by. */
const ownNames = new Set(['name', 'first_name', 'last_name'])

const stringOr = (value: unknown, other: string | null) => (typeof value === 'string' ? value : other)

/** What a row changes, each with what stood there: price first, then stock and expiry, then the rest. */
export function differencesOf({ change, before, currency }: Row): Difference[] {
  const from = before ?? undefined
  const found: Difference[] = []
  const shown = (field: string, values: Values): Shown => ({
    field,
    value: values[field],
    currency: stringOr(values.currency, currency),
  })
  const add = (field: string) =>
    found.push({ field, after: shown(field, change), ...(from && { before: shown(field, from) }) })
  if ('amount' in change) add('amount')
  for (const { name, flag, value } of pairs) {
    if (!(flag in change) && !(value in change)) continue
    const part = (values: Values) => shown(values[flag] === true ? flag : value, values)
    // What the change leaves as it is, it does not name.
    const after = part(flag in change ? change : { ...from, ...change, [flag]: false })
    found.push({ field: name, after, ...(from && { before: part(from) }) })
  }
  for (const field of Object.keys(change).toSorted(byPlace)) {
    // The currency stands with the price; a name that is only now given stands as the row's own.
    if (field === 'amount' || paired.has(field) || (field === 'currency' && 'amount' in change)) continue
    if (!from && ownNames.has(field)) continue
    add(field)
  }
  return found
}
