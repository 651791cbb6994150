import { z } from 'zod'
import { checkoutCreate, type CheckoutCreate } from '@/lib/checkouts/schema'
import { type CheckoutValues, fieldOf } from './values'

/**
 * The schema of the request, with errors mapped to the form's fields: an error in a list entry is reported on
 * the list.
 * Validates the output of `bodyOf`. Loaded once something needs validation.
 */
export const checkoutFormSchema = z.unknown().transform((body, context) => {
  const judged = checkoutCreate.safeParse(body)
  if (judged.success) return judged.data
  for (const { path, ...issue } of judged.error.issues)
    context.issues.push({
      ...issue,
      input: body,
      path: fieldOf(path.join('.')).split('.'),
    } as z.core.$ZodRawIssue)
  return z.NEVER
}) as unknown as z.ZodType<CheckoutCreate, CheckoutValues>
