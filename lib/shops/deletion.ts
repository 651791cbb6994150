/** Deleting a shop, on our own API. */
import { z } from 'zod'

/**
 * Why a shop cannot be deleted. `environment`: the next start would create it again. `sandbox`: the same, while the
 * sandbox is on.
 */
const deletionObstacles = ['in_use', 'administrator', 'sandbox', 'environment'] as const

export const shopDeletion = z.object({
  obstacle: z.enum(deletionObstacles).nullable(),
  /** The last complete export since the shop was archived. `by` null: the person is gone. */
  exported: z.object({ at: z.iso.datetime(), by: z.string().nullable() }).nullable(),
})
export type ShopDeletion = z.output<typeof shopDeletion>

/** `name`: the shop's name as the person typed it. */
export const shopDeletionOrder = z.strictObject({
  version: z.int(),
  name: z.string().trim().min(1, 'required').max(80),
  without_export: z.boolean({ error: 'not_a_boolean' }).default(false),
})
export type ShopDeletionOrder = z.output<typeof shopDeletionOrder>

export const deletedShop = z.object({ name: z.string() })
