import { z } from 'zod'
import { checkoutCreate, type CheckoutCreate, hasPassed } from '@/lib/checkouts/schema'
import { type CheckoutValues, fieldOf } from './values'

const hasExpiry = z.object({ checkout: z.object({ order: z.object({ expired_at: z.string() }) }) })

const payable = checkoutCreate.refine((created) => !hasPassed(created), {
  path: ['checkout', 'order', 'expired_at'],
  message: 'not_in_future',
  // Beside the errors of other fields, too.
  when: ({ value }) => hasExpiry.safeParse(value).success,
})

/**
 * The schema of the request, with errors mapped to the form's fields: an error in a list entry is reported on
 * the list. A past expiry is an error, too.
 * Validates the output of `bodyOf`. Loaded once something needs validation.
 */
export const checkoutFormSchema = z.unknown().transform((body, context) => {
  const judged = payable.safeParse(body)
  if (judged.success) return judged.data
  for (const { path, ...issue } of judged.error.issues)
    context.issues.push({
      ...issue,
      input: body,
      path: fieldOf(path.join('.')).split('.'),
    } as z.core.$ZodRawIssue)
  return z.NEVER
}) as unknown as z.ZodType<CheckoutCreate, CheckoutValues>
