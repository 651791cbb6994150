/** Live events carry only IDs and kinds. The page fetches what its reader may see. */
import { z } from 'zod'

export const liveEvent = z.object({
  kind: z.enum([
    'notification',
    'product',
    'products',
    'customer',
    'customers',
    'checkout',
    'card_token',
    'gateway',
    'task',
    'people',
    'forwarding',
    'alert',
    'reconciliation',
    'settings',
  ]),
  id: z.string().optional(),
})
export type LiveEvent = z.output<typeof liveEvent>
