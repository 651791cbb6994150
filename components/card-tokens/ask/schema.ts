import type { z } from 'zod'
import type { CheckoutCreate } from '@/lib/checkouts/schema'
import type { AskValues } from './values'

/** Comes when something was typed that is to be judged; it judges what `prepareAsk` makes of the fields. */
export const loadAskSchema = async () => {
  const { checkoutCreate } = await import('@/lib/checkouts/schema')
  return checkoutCreate as unknown as z.ZodType<CheckoutCreate, AskValues>
}
