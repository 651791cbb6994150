import 'server-only'
import { receivedReading, lenientReading, type Reading } from '../../gateway/reading'
import { toInterfaceTime } from '../../gateway/values/schemas'
import { sandboxSettings } from '../shops/settings'
import type { EndpointName, OwnEndpoint } from './endpoints'
import { endpoints, rulesOf } from './endpoints'

/**
 * Returns the reading that `SANDBOX_LENIENT=on` selects. All leniency was seen in clients (docs/gateway.md#values).
 * - The lenient reading accepts empty strings and PHP's empty lists as absent, times in UTC, and states of India.
 * - `relaxed` converts a body before validation: numbers and strings into each other, booleans written as text or 1 and
 * 0, PHP's lists with gaps, and any format of a product's `expired_at`.
 * - For headers see `endpoint.ts`.
 */
export const currentReading = (): Reading =>
  sandboxSettings.get().isLenient ? lenientReading : receivedReading

const flags = new Set([
  'infinite',
  'immortal',
  'test',
  'duplicate_check',
  'skip_three_d_secure_verification',
  'force_three_d_secure_verification',
  'advanced',
  'iframe',
  'auto_pay',
  'display',
  'customer_contract',
])

/** Objects with undocumented fields, left unchanged. */
const open = new Set(['avs_cvc_verification', 'types'])

/** Converts the values of a body to the API's types where possible. */
export function relaxed(
  body: Record<string, unknown>,
  name: EndpointName | OwnEndpoint,
): Record<string, unknown> {
  if (!(name in endpoints)) return body
  return relaxObject(body, new Set(rulesOf(name).integers))
}

function relaxObject(value: Record<string, unknown>, integers: Set<string>): Record<string, unknown> {
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [
    key,
    open.has(key) ? inner : relax(inner, key, integers),
  ])
  return Object.fromEntries(entries)
}

function relax(value: unknown, key: string, integers: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((element) => relax(element, key, integers))
  if (typeof value === 'object' && value !== null) {
    const object = value as Record<string, unknown>
    return isList(object) ? relax(Object.values(object), key, integers) : relaxObject(object, integers)
  }
  if (flags.has(key)) return asFlag(value)
  if (integers.has(key))
    return typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof value === 'number') return String(value)
  return key === 'expired_at' && typeof value === 'string' ? toInterfaceTime(value) : value
}

/** Whether the object is a PHP array with an element removed: `{"1": "email", "2": "phone"}`. */
function isList(value: Record<string, unknown>): boolean {
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key))
}

/** Also accepts 1 and 0, as PHP writes booleans. */
function asFlag(value: unknown): unknown {
  if (value === 'true' || value === 1 || value === '1') return true
  return value === 'false' || value === 0 || value === '0' ? false : value
}
