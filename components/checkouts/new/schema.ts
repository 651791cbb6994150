import { z } from 'zod'
import { checkoutCreate, type CheckoutCreate } from '@/lib/checkouts/schema'
import { fieldOf } from './fields'
import type { CheckoutValues } from './values'

/**
 * The schema of the request, complaining of the form's fields: what is wrong with an entry of a list is said of the
 * list. It judges what `bodyOf` makes of the values. Loaded when something was typed that is to be judged.
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
