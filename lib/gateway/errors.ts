/** Error bodies of the gateway, in all their shapes (docs/gateway.md#errors). Jobs and activity keep their texts. */
import { z } from 'zod'
import { toStorable } from './values/storable'

/** Field errors by dotted path. Errors without a field are under `base`. */
export type FieldErrors = Record<string, string[]>

type GatewayFailure = { message: string; errors: FieldErrors }

const errorBody = z.looseObject({
  message: z.string().optional().catch(undefined),
  errors: z.unknown().optional(),
})
const wrappedBody = z.looseObject({ response: errorBody })

/**
 * Reads an error body: flat `{message, errors}`, the same under `response`, errors nested by section (flattened to
 * dotted paths), `errors.base`. Returns null if the body has neither message nor errors.
 */
export function readFailure(body: unknown): GatewayFailure | null {
  const wrapped = wrappedBody.safeParse(body)
  const flat = errorBody.safeParse(wrapped.success ? wrapped.data.response : body)
  if (!flat.success || (flat.data.message === undefined && flat.data.errors == null)) return null
  return { message: toStorable(flat.data.message ?? ''), errors: flattenErrors(flat.data.errors) }
}

const failureNames = ['message', 'errors', 'response']

/** Whether a body only says why a request failed. Errors beside a result may be remarks on what was done. */
export const isFailureOnly = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  Object.entries(body).every(
    ([name, value]) => failureNames.includes(name) && (name !== 'response' || isFailureOnly(value)),
  )

/** Maximum nesting; a hostile reply must not exhaust the stack. */
const maxDepth = 8

const pathOf = (path: string[]): string => toStorable(path.join('.')) || 'base'

function flattenErrors(errors: unknown, path: string[] = []): FieldErrors {
  if (typeof errors === 'string') return { [pathOf(path)]: [toStorable(errors)] }
  if (Array.isArray(errors)) {
    const texts = errors.filter((text): text is string => typeof text === 'string')
    return texts.length ? { [pathOf(path)]: texts.map(toStorable) } : {}
  }
  if (typeof errors !== 'object' || errors === null || path.length >= maxDepth) return {}
  const inner = Object.entries(errors).flatMap(([key, value]) =>
    Object.entries(flattenErrors(value, [...path, key])),
  )
  return Object.fromEntries(inner)
}
