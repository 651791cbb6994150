/** The states of a person's shops, for the menu that switches between them. On our own API. */
import { z } from 'zod'
import { gatewayHealth } from '../core/shop'

export const shopStates = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      /** The last state that this process knows. */
      gateway: gatewayHealth.shape.state,
      /** Null: the person's role does not see alerts. */
      open_alerts: z.int().nullable(),
    }),
  ),
})
export type ShopStates = z.output<typeof shopStates>
