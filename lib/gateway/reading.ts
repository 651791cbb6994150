/**
 * How to read a request's objects. The same field rules serve three readers: this application before it sends, and the
 * sandbox, which checks incoming requests strictly or leniently.
 */
import { z } from 'zod'
import { countriesWithState } from './values/countries'
import { anyZonedDateTime, lenientDateTime, zonedDateTime } from './values/schemas'

export type Reading = {
  /** Refused in what we send, so that a misspelt field is never sent; dropped from what others send. */
  unknownKeys: 'refused' | 'left_out'
  /** Whether a field's value counts as absent. Unused if unknown keys are refused. */
  isAbsent: (value: unknown) => boolean
  /** Whether `[]` counts as an object without fields, as PHP encodes one. */
  isEmptyListObject: boolean
  countriesWithState: readonly string[]
  /** Schema of a checkout's `order.expired_at`. */
  expiry: z.ZodType<string, string>
  /** Pattern of an airline's `ticket_number`. */
  ticketNumber: RegExp
}

/** For what we send: exactly the interface. Times may be given in any time zone. Null is not a valid value. */
export const sentReading: Reading = {
  unknownKeys: 'refused',
  isAbsent: () => false,
  isEmptyListObject: false,
  countriesWithState,
  expiry: anyZonedDateTime,
  ticketNumber: /^\d{14}$/,
}

/** For what others send: the interface, with unknown keys dropped and null read as absent. */
export const receivedReading: Reading = {
  ...sentReading,
  unknownKeys: 'left_out',
  isAbsent: (value) => value === null,
  expiry: zonedDateTime,
}

/**
 * Also accepts what real clients send (docs/gateway.md#checkout-request, docs/gateway.md#product-request): empty
 * strings, empty lists for objects, times in UTC, states of India, ticket numbers in groups. Types are the same.
 */
export const lenientReading: Reading = {
  ...receivedReading,
  isAbsent: (value) => value === null || value === '',
  isEmptyListObject: true,
  countriesWithState: ['US', 'CA', 'IN'],
  expiry: lenientDateTime,
  ticketNumber: /^\d{3} ?\d{4} ?\d{6} ?\d$/,
}

/** An object schema with only its output and input types, which do not depend on the reading. */
type ObjectOf<Shape extends z.core.$ZodShape> = z.ZodType<
  z.output<z.ZodObject<Shape>>,
  z.input<z.ZodObject<Shape>>
>

/** An object with these fields, read as `reading` says. Issues: `required`, `not_an_object`, unrecognized keys. */
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

function fieldsOf(value: unknown, { isAbsent, isEmptyListObject }: Reading): unknown {
  if (isEmptyListObject && Array.isArray(value) && value.length === 0) return {}
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => !isAbsent(inner)))
}
