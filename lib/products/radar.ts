import { z } from 'zod'
import { productItem } from './schema'

export const soonDays = 7

const radarItem = productItem.pick({
  id: true,
  name: true,
  quantity: true,
  infinite: true,
  immortal: true,
  expired_at: true,
})
export type RadarItem = z.output<typeof radarItem>

const radarList = z.object({ items: z.array(radarItem), total: z.int(), total_exact: z.boolean() })

export const radar = z.object({
  /** Payable now, but for {@link soonDays} days at most. */
  expiring: radarList,
  /** Payable, with little or no stock left. */
  stock: radarList,
  /** Test products in a live shop: they take no money. Empty in a sandbox shop. */
  test: radarList,
  /** End of the last full sync. Null if there was none: the lists then say nothing. */
  synced_at: z.iso.datetime().nullable(),
})
export type Radar = z.output<typeof radar>
export type RadarKind = 'expiring' | 'stock' | 'test'
