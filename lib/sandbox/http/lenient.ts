import 'server-only'
import { received, receivedLeniently, type Reading } from '../../gateway/reading'
import { toInterfaceTime } from '../../gateway/values'
import { sandboxSettings } from '../settings'
import type { EndpointName, OwnEndpoint } from './endpoints'
import { endpoints, traitsOf } from './endpoints'

/**
 * What `SANDBOX_LENIENT=on` forgives, all of it “seen” of clients (docs/gateway.md#values). By `reading`: empty
 * strings and PHP's empty lists for what is not there, times in UTC, states of India. Here, before a body is
 * judged: a number for a string and the other way round, booleans as text or as 1 and 0, PHP's lists with gaps,
 * and any writing of a product's `expired_at`. Headers: `endpoint.ts`.
 */
export const reading = (): Reading => (sandboxSettings.get().lenient ? receivedLeniently : received)

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

/** Objects whose fields the interface does not show: nothing in them is ours to change. */
const open = new Set(['avs_cvc_verification', 'types'])

/** The body with its types turned into those of the interface, as far as they can be. */
export function relaxed(
  body: Record<string, unknown>,
  name: EndpointName | OwnEndpoint,
): Record<string, unknown> {
  if (!(name in endpoints)) return body
  return relaxObject(body, new Set(traitsOf(name).integers))
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

/** A PHP array that an element was taken out of: `{"1": "email", "2": "phone"}`. */
function isList(value: Record<string, unknown>): boolean {
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key))
}

/** PHP's own writing of booleans too: 1 and 0. */
function asFlag(value: unknown): unknown {
  if (value === 'true' || value === 1 || value === '1') return true
  return value === 'false' || value === 0 || value === '0' ? false : value
}
