/** A change of one product on our own API. */
import { z } from 'zod'
import { productFields, productUpdate, type ProductUpdate } from '../gateway/product'

const fields = Object.keys(productFields) as (keyof typeof productFields)[]

/** What fields held when somebody looked; null: nothing that is known. */
const expectation = z.partialRecord(
  z.enum(fields, { error: 'invalid_choice' }),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()], { error: 'invalid' }),
)

/**
 * Body of PATCH: the fields to change (as endpoint 6 has them) and, in `expect`, what other or the same fields must
 * still hold at the gateway; where one does not, nothing is changed and the answer is a `conflict`.
 */
export const productChange = z
  .looseObject({ expect: expectation.optional() })
  .transform(({ expect, ...given }, context): { change: ProductUpdate; expect?: typeof expect } => {
    const { success, data, error } = productUpdate.safeParse(given, { reportInput: true })
    if (success) return { change: data, expect }
    // As they are: whoever asks gets the same words for a field whether it expects something or not.
    context.issues.push(...(error.issues as typeof context.issues))
    return z.NEVER
  })
export type ProductChange = z.output<typeof productChange>
