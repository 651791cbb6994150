import { z } from 'zod'
import { productFields, productUpdate, type ProductUpdate } from '../gateway/products/product'

const fields = Object.keys(productFields) as (keyof typeof productFields)[]

/** Expected values by field. Null: no known value. */
const expectation = z.partialRecord(
  z.enum(fields, { error: 'invalid_choice' }),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()], { error: 'invalid' }),
)

/**
 * Body of PATCH. `expect` holds values that the gateway must still have. If one differs, nothing changes and the answer
 * is `conflict`.
 */
export const productChange = z
  .looseObject({ expect: expectation.optional() })
  .transform(({ expect, ...given }, context): { change: ProductUpdate; expect?: typeof expect } => {
    const { success, data, error } = productUpdate.safeParse(given, { reportInput: true })
    if (success) return { change: data, expect }
    // Passed on unchanged, so that field messages are the same with and without `expect`.
    context.issues.push(...(error.issues as typeof context.issues))
    return z.NEVER
  })
export type ProductChange = z.output<typeof productChange>
