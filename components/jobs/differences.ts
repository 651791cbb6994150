import type { JobRowItem } from '@/lib/jobs/schema'

/** A change as people see it, though it may be sent in several fields. */
export interface Difference {
  /** A field's name. A flag of a product is part of the field that it makes meaningless. */
  field: string
  /** Absent for a new record. */
  before?: ShownValue
  after: ShownValue
}
/** A value with the field that determines its format. Null means empty, undefined unknown. */
export type ShownValue = { field: string; value: unknown; currency: string | null }

type Values = Record<string, unknown>
type Row = Pick<JobRowItem, 'change' | 'before' | 'currency'>

const pairs = [
  { flag: 'infinite', value: 'quantity' },
  { flag: 'immortal', value: 'expired_at' },
] as const

const paired = new Set<string>(['infinite', 'quantity', 'immortal', 'expired_at'])

/** Customer fields in display order: identity before place. Other fields keep their order. */
const places = ['email', 'phone', 'external_id', 'country', 'city', 'zip', 'state', 'address', 'ip']
const compareFields = (one: string, other: string) => places.indexOf(one) - places.indexOf(other)

const ownNames = new Set(['name', 'first_name', 'last_name'])

const stringOr = (value: unknown, other: string | null) => (typeof value === 'string' ? value : other)

/** Returns the changes of a row with their old values: price first, then stock and expiry, then the rest. */
export function differencesOf({ change, before, currency }: Row): Difference[] {
  const from = before ?? undefined
  const found: Difference[] = []
  // A new price without a currency is in the old one. The product's may have changed.
  const held = stringOr(from?.currency, currency)
  const shown = (field: string, values: Values): ShownValue => ({
    field,
    value: values[field],
    currency: stringOr(values.currency, held),
  })
  const add = (field: string) =>
    found.push({ field, after: shown(field, change), ...(from && { before: shown(field, from) }) })
  if ('amount' in change) add('amount')
  for (const { flag, value } of pairs) {
    if (!(flag in change) && !(value in change)) continue
    const part = (values: Values) => shown(values[flag] === true ? flag : value, values)
    // The change omits a flag that stays the same, so take it from the old values.
    const after = part(flag in change ? change : { ...from, ...change, [flag]: false })
    found.push({ field: value, after, ...(from && { before: part(from) }) })
  }
  for (const field of Object.keys(change).toSorted(compareFields)) {
    // The price already shows the currency, and the name of a new record is the row's title.
    if (field === 'amount' || paired.has(field) || (field === 'currency' && 'amount' in change)) continue
    if (!from && ownNames.has(field)) continue
    add(field)
  }
  return found
}
