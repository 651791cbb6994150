/** Products that need somebody: what the overview shows. */
import { z } from 'zod'
import { productItem } from './schema'

/** Expiring within this many days is soon. */
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

/** The most urgent few, and how many there are. */
const radarList = z.object({ items: z.array(radarItem), total: z.int(), total_exact: z.boolean() })

export const radar = z.object({
  /** Can be paid now, and not for longer than {@link soonDays} more days. */
  expiring: radarList,
  /** Few or none left of what can still be paid for. */
  stock: radarList,
  /** Take no money in a shop that does; empty in a sandbox. */
  test: radarList,
  /** When the mirror last heard of the whole catalogue; null: never, and nothing can be said. */
  synced_at: z.iso.datetime().nullable(),
})
export type Radar = z.output<typeof radar>
export type RadarKind = 'expiring' | 'stock' | 'test'
