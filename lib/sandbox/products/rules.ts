import 'server-only'
import type { z } from 'zod'
import {
  productCreate,
  productFields,
  productUpdate,
  type ProductCreate,
  type ProductUpdate,
} from '../../gateway/product'
import { gatewayErrors, invalid } from '../http/invalid'

const fields = Object.keys(productFields)
const conditional = ['quantity', 'infinite', 'immortal', 'expired_at']

/** Passes every rule but those between fields, so that these are told beside the others, as the gateway does. */
const filler = { name: '-', description: '-', currency: 'EUR', amount: 1, language: 'en' }

/** Body of endpoint 3. Unknown keys are ignored (field notes: seen). @throws Refusal 422 */
export function readCreate(body: Record<string, unknown>, shopId: number): ProductCreate {
  const input = pick(body, fields)
  return read(input, shopId, productCreate, () => ({ ...filler, ...pick(body, conditional) }))
}

/** Body of endpoint 6: any part of the fields; nothing at all is refused (inferred). @throws Refusal 422 */
export function readUpdate(body: Record<string, unknown>, shopId: number): ProductUpdate {
  const input = pick(body, fields)
  return read(input, shopId, productUpdate, () => ({ name: '-', ...pick(body, conditional) }))
}

function read<Schema extends z.ZodType>(
  input: Record<string, unknown>,
  shopId: number,
  schema: Schema,
  conditionsOnly: () => Record<string, unknown>,
): z.output<Schema> {
  const parsed = schema.safeParse(input)
  const issues = parsed.success
    ? []
    : [...parsed.error.issues, ...(schema.safeParse(conditionsOnly()).error?.issues ?? [])]
  const errors = gatewayErrors(issues)
  for (const field of unstorable(input)) errors[field] ??= ['is invalid']
  // A product of somebody else's shop cannot be made (inferred: the interface only names the field).
  if (typeof input.shop_id === 'number' && input.shop_id !== shopId) errors.shop_id ??= ['is invalid']
  if (!parsed.success || Object.keys(errors).length > 0) throw invalid(errors)
  return parsed.data
}

/** Fields with text no database holds: NUL, or half a character. */
function unstorable(input: Record<string, unknown>): string[] {
  return Object.keys(input).filter((field) => {
    const value = input[field]
    return typeof value === 'string' && /\0|\p{Surrogate}/u.test(value)
  })
}

function pick(body: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]),
  )
}
