/** Templates of checkouts on our own API: fields under a name, shared in the shop. No card data is ever in one. */
import { z } from 'zod'
import { holdsStorable, isStorable } from '../gateway/values'

const name = z.string({ error: 'required' }).trim().min(1, 'blank').max(80).refine(isStorable, 'invalid')

/** Largest template, in characters of JSON. */
const maxLength = 50_000

/**
 * What is wrapped in `checkout`, as the form held it: not all that is required need be in it. What no field takes is
 * told when it is applied, not here.
 */
const fields = z
  .record(z.string(), z.unknown(), { error: 'not_an_object' })
  .refine((given) => holdsStorable(given), 'invalid')
  .refine((given) => JSON.stringify(given).length <= maxLength, 'invalid')

/** `is_default`: what every new checkout of the shop begins with; the one that was it is it no more. */
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

/** By name, the default first. */
export const checkoutTemplateList = z.object({ items: z.array(checkoutTemplate) })
export type CheckoutTemplateList = z.output<typeof checkoutTemplateList>

export const checkoutTemplateRemoved = z.object({ id: z.string() })
