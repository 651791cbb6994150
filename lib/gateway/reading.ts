/**
 * How a request's objects are read. One set of field rules serves three readers: us before we send, and the
 * sandbox, which judges what others send, strictly or leniently.
 */
import { z } from 'zod'
import { countriesWithState } from './countries'
import { anyZonedDateTime, lenientDateTime, zonedDateTime } from './values'

export type Reading = {
  /** Refused in what we send, so that no misspelt field goes out; left out of what others send. */
  unknownKeys: 'refused' | 'left_out'
  /** What a field may hold that counts as if the field were not there. Unused where unknown keys are refused. */
  isAbsent: (value: unknown) => boolean
  /** Whether `[]` stands for an object without fields, as PHP writes one. */
  emptyListIsObject: boolean
  /** Countries that `state` may be sent with. */
  countriesWithState: readonly string[]
  /** `order.expired_at` of a checkout. */
  expiry: z.ZodType<string, string>
  /** `ticket_number` of an airline. */
  ticketNumber: RegExp
}

/** What we send: exactly the interface, whatever zone a time was given to us in. A null is no value of any field. */
export const sent: Reading = {
  unknownKeys: 'refused',
  isAbsent: () => false,
  emptyListIsObject: false,
  countriesWithState,
  expiry: anyZonedDateTime,
  ticketNumber: /^\d{14}$/,
}

/** What others send: the interface, with unknown keys left out and null as if absent. */
export const received: Reading = {
  ...sent,
  unknownKeys: 'left_out',
  isAbsent: (value) => value === null,
  expiry: zonedDateTime,
}

/**
 * Also takes what clients were seen to send (docs/gateway.md#checkout-request, docs/gateway.md#product-request): empty strings,
 * empty lists for objects, times in UTC, states of India, ticket numbers in groups. No type is changed.
 */
export const receivedLeniently: Reading = {
  ...received,
  isAbsent: (value) => value === null || value === '',
  emptyListIsObject: true,
  countriesWithState: ['US', 'CA', 'IN'],
  expiry: lenientDateTime,
  ticketNumber: /^\d{3} ?\d{4} ?\d{6} ?\d$/,
}

/** An object's schema by its output and input alone: how it is read makes no difference to who uses it. */
type ObjectOf<Shape extends z.core.$ZodShape> = z.ZodType<
  z.output<z.ZodObject<Shape>>,
  z.input<z.ZodObject<Shape>>
>

/** An object of these fields, read as `reading` says: issues `required`, `not_an_object`, unrecognized keys. */
export function objectIn<Shape extends z.core.$ZodShape>(reading: Reading, shape: Shape): ObjectOf<Shape> {
  const params = { error: notAnObject }
  if (reading.unknownKeys === 'refused') return z.strictObject(shape, params)
  return z.preprocess((value) => fieldsOf(value, reading), z.object(shape, params))
}

const notAnObject = (issue: z.core.$ZodRawIssue) => {
  if (issue.code !== 'invalid_type') return undefined
  return issue.input === undefined ? 'required' : 'not_an_object'
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fieldsOf(value: unknown, { isAbsent, emptyListIsObject }: Reading): unknown {
  if (emptyListIsObject && Array.isArray(value) && value.length === 0) return {}
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => !isAbsent(inner)))
}
