import 'server-only'
import { z } from 'zod'
import {
  productCreate,
  productFields,
  productUpdate,
  type ProductCreate,
  type ProductUpdate,
} from '../../gateway/products/product'
import { zonedDateTime } from '../../gateway/values/schemas'
import { gatewayErrors, invalid } from '../http/refusal'
import { currentReading } from '../http/lenient'
import { sandboxSettings } from '../shops/settings'

const fields = Object.keys(productFields) as (keyof typeof productFields)[]

/** Null in one of these counts as absent (docs/gateway.md#product-request). */
const optional = new Set(fields.filter((name) => productFields[name] instanceof z.ZodOptional))

/** Fields for which the API is stricter about types than our own forms (docs/gateway.md#product-request). */
const types: Record<string, 'string' | 'number'> = { amount: 'string', quantity: 'string', shop_id: 'number' }

/** Validates a body of endpoint 3. Unknown keys are ignored (docs/gateway.md#product-request). @throws Refusal 422 */
export function readCreate(body: Record<string, unknown>, shopId: number): ProductCreate {
  return read(pick(body), shopId, productCreate)
}

/** Validates a body of endpoint 6: any subset of the fields, but not none (inferred). @throws Refusal 422 */
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
    // Our own forms allow spaces around a number; the API does not.
    else if (typeof value === 'string' && value !== '' && /^\s|\s$/.test(value))
      errors[field] ??= ['is not a number']
  }
  // Our own forms take a time in any format.
  const { expired_at: expiry } = input
  if (expiry !== undefined && !zonedDateTime.safeParse(expiry).success) errors.expired_at ??= ['is invalid']
  // A product cannot be created in another shop (inferred: the docs only name the field).
  if (parsed.data?.shop_id !== undefined && parsed.data.shop_id !== shopId) errors.shop_id = ['is invalid']
  if (!parsed.success || Object.keys(errors).length > 0) throw invalid(errors)
  return parsed.data
}

/** Returns the known fields without those that count as absent, such as empty text in a lenient sandbox. */
function pick(body: Record<string, unknown>): Record<string, unknown> {
  const { isAbsent } = currentReading()
  // `language` is documented both as “required” and as “default en”.
  const isOptional = (name: keyof typeof productFields) =>
    optional.has(name) || (name === 'language' && sandboxSettings.get().isLenient)
  const given = fields.filter(
    (name) => Object.hasOwn(body, name) && !(isOptional(name) && isAbsent(body[name])),
  )
  return Object.fromEntries(given.map((name) => [name, body[name]]))
}
