import 'server-only'
import { internetOnly, type Reach } from '../../db/guarded-request'
import { config } from './config'
import type { Shop } from './context'

/** Where requests to addresses that people entered may go. */
export const reachOf = ({ mode }: Pick<Shop, 'mode'>): Reach =>
  mode === 'sandbox' ? config.get().sandboxReach : internetOnly
