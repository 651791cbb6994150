/**
 * Ways to name a gateway's addresses, offered when a shop is added. A provider whose addresses are public knowledge can
 * be added here: a preset with `addresses` fills them in.
 */
import type { GatewayAddressNames } from './schema'

export type Preset = {
  id: 'one' | 'own' | 'sandbox'
  /**
   * `none`: nothing to enter, because Counterfoil knows the gateway. `one`: all three addresses are the same. `three`:
   * each has its own.
   */
  asks: 'none' | 'one' | 'three'
  addresses?: Record<GatewayAddressNames, string>
}

export const presets: readonly Preset[] = [
  { id: 'own', asks: 'three' },
  { id: 'one', asks: 'one' },
  { id: 'sandbox', asks: 'none' },
]
