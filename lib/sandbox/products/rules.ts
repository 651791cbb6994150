import 'server-only'
import type { z } from 'zod'
import {
  productCreate,
  productFields,
  productUpdate,
  type ProductCreate,
  type ProductUpdate,
} from '../../gateway/product'
import { zonedDateTime } from '../../gateway/values'
import { gatewayErrors, invalid } from '../http/refusal'
import { reading } from '../http/lenient'
import { sandboxSettings } from '../settings'

const fields = Object.keys(productFields)

/** Null in one of these counts as if it were not there (docs/gateway.md#product-request). */
const optional = new Set<string>([
  'quantity',
  'infinite',
  'visible_fields',
  'test',
  'immortal',
  'expired_at',
  'return_url',
  'shop_id',
  'transaction_type',
])

/** Types by which the interface is stricter than what we take from our own forms (“Product”). */
const types: Record<string, 'string' | 'number'> = { amount: 'string', quantity: 'string', shop_id: 'number' }

/** Body of endpoint 3. Unknown keys are ignored (docs/gateway.md#product-request). @throws Refusal 422 */
export function readCreate(body: Record<string, unknown>, shopId: number): ProductCreate {
  return read(pick(body), shopId, productCreate)
}

/** Body of endpoint 6: any part of the fields; nothing at all is refused (inferred). @throws Refusal 422 */
export function readUpdate(body: Record<string, unknown>, shopId: number): ProductUpdate {
  return read(pick(body), shopId, productUpdate)
}

function read<Schema extends z.ZodType<{ shop_id?: number }>>(
  input: Record<string, unknown>,
  shopId: number,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(input)
  const errors = gatewayErrors(parsed.error?.issues ?? [])
  for (const [field, type] of Object.entries(types)) {
    const value = input[field]
    if ((typeof value === 'string' || typeof value === 'number') && typeof value !== type)
      errors[field] = [type === 'number' ? 'is not a number' : 'is invalid']
    // Our own forms forgive spaces around a number.
    else if (typeof value === 'string' && value !== '' && /^\s|\s$/.test(value))
      errors[field] ??= ['is not a number']
  }
  // Our own forms take a time in any writing.
  const { expired_at: expiry } = input
  if (expiry !== undefined && !zonedDateTime.safeParse(expiry).success) errors.expired_at ??= ['is invalid']
  // A product of somebody else's shop cannot be made (inferred: the interface only names the field).
  if (parsed.data?.shop_id !== undefined && parsed.data.shop_id !== shopId) errors.shop_id = ['is invalid']
  if (!parsed.success || Object.keys(errors).length > 0) throw invalid(errors)
  return parsed.data
}

/** The fields of the interface, without what counts as absent: also empty text where the sandbox is lenient. */
function pick(body: Record<string, unknown>): Record<string, unknown> {
  const { isAbsent } = reading()
  // The interface says of it both “required” and “default en”.
  const isOptional = (name: string) =>
    optional.has(name) || (name === 'language' && sandboxSettings.get().lenient)
  const given = fields.filter(
    (name) => Object.hasOwn(body, name) && !(isOptional(name) && isAbsent(body[name])),
  )
  return Object.fromEntries(given.map((name) => [name, body[name]]))
}
