/** Checkout templates on our own API: named fields, shared in the shop. They never hold card data. */
import { z } from 'zod'
import { isStorableJson, isStorable } from '../gateway/values/storable'

const name = z.string({ error: 'required' }).trim().min(1, 'blank').max(80).refine(isStorable, 'invalid')

const maxLength = 50_000

/**
 * The content of `checkout` as in the form. Required fields may be missing. Invalid values are reported when the
 * template is used.
 */
const fields = z
  .record(z.string(), z.unknown(), { error: 'not_an_object' })
  .refine((given) => isStorableJson(given), 'invalid')
  .refine((given) => JSON.stringify(given).length <= maxLength, 'invalid')

/** `is_default`: every new checkout of the shop starts with it. The previous default loses the flag. */
export const checkoutTemplateCreate = z.strictObject({ name, fields, is_default: z.boolean().optional() })
export type CheckoutTemplateCreate = z.output<typeof checkoutTemplateCreate>

export const checkoutTemplateChange = z.strictObject({
  name: name.optional(),
  fields: fields.optional(),
  is_default: z.boolean().optional(),
})
export type CheckoutTemplateChange = z.output<typeof checkoutTemplateChange>

export const checkoutTemplate = z.object({
  /** Local. */
  id: z.string(),
  name: z.string(),
  fields: z.record(z.string(), z.unknown()),
  is_default: z.boolean(),
  updated_at: z.iso.datetime(),
})
export type CheckoutTemplate = z.output<typeof checkoutTemplate>

export const checkoutTemplateList = z.object({ items: z.array(checkoutTemplate) })
export type CheckoutTemplateList = z.output<typeof checkoutTemplateList>

export const checkoutTemplateRemoved = z.object({ id: z.string() })
