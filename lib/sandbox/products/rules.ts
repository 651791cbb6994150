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
/** Body of endpoint 3. Unknown keys are ignored (field notes: seen). @throws Refusal 422 */
export function readCreate(body: Record<string, unknown>, shopId: number): ProductCreate {
  return read(pick(body, fields), shopId, productCreate)
}

/** Body of endpoint 6: any part of the fields; nothing at all is refused (inferred). @throws Refusal 422 */
export function readUpdate(body: Record<string, unknown>, shopId: number): ProductUpdate {
  return read(pick(body, fields), shopId, productUpdate)
}

function read<Schema extends z.ZodType<{ shop_id?: number }>>(
  input: Record<string, unknown>,
  shopId: number,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(input)
  const errors = gatewayErrors(parsed.error?.issues ?? [])
  // A product of somebody else's shop cannot be made (inferred: the interface only names the field).
  if (parsed.data?.shop_id !== undefined && parsed.data.shop_id !== shopId) errors.shop_id = ['is invalid']
  if (!parsed.success || Object.keys(errors).length > 0) throw invalid(errors)
  return parsed.data
}

function pick(body: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]),
  )
}
