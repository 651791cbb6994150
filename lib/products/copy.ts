/** Copies of products from one shop to another. The job is in the shop that gets them. */
import { z } from 'zod'
import type { ShopDetail } from '../core/shop'
import { anyZonedDateTime } from '../gateway/values/schemas'
import { isStorable } from '../gateway/values/storable'
import { productSelection } from './schema'

/** Fields by which a product of the source is found again. The interface has no ID that a merchant chooses. */
export const copyMatches = ['name', 'description'] as const
export type CopyMatch = (typeof copyMatches)[number]

/** A shop to which a person may copy products. */
export type CopyTarget = Pick<ShopDetail, 'id' | 'name' | 'mode'>

/**
 * `from`: the shop that has the products. `selection`: products of that shop. `match`: a product with the same value in
 * this field, letter for letter, is changed; without one, a product is created. `expired_at` and `immortal`: the expiry
 * of new products whose own expiry the gateway does not report. Give one of them at most; without either, rows of such
 * products are invalid.
 */
const fields = {
  from: z.string().min(1).max(200).refine(isStorable, 'invalid'),
  selection: productSelection,
  match: z.enum(copyMatches, { error: 'invalid_choice' }).default('name'),
  expired_at: anyZonedDateTime.optional(),
  immortal: z.literal(true).optional(),
}

export const copyOrder = z.strictObject(fields).refine((order) => !(order.expired_at && order.immortal), {
  error: 'invalid',
  path: ['immortal'],
})
export type CopyOrder = z.output<typeof copyOrder>

/** The order as it is read from a job. The job's own notes beside it are ignored. */
export const storedCopy = z.object(fields)
