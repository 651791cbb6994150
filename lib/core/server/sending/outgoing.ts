import 'server-only'
import { eq } from 'drizzle-orm'
import type { Engine } from '../../../db/engine'
import { internetOnly, type Reach } from '../../../db/outgoing/guarded-request'
import { singleton } from '../../../db/singleton'
import { config } from '../config/config'
import type { Shop, ShopContext } from '../context'
import { installation } from '../tables/installation'

/** How long the installation's networks are cached, in ms: a change reaches other instances within this time. */
const cachedForMs = 5_000

type Db = Engine['db']
type Cached = { db: Db; until: number; networks: Promise<string[]> }
const cache = singleton<Cached>('allowed-networks')

/** The private networks that an administrator allows to be called. */
function allowedNetworks(db: Db): Promise<string[]> {
  const cached = cache.peek()
  if (cached?.db === db && cached.until > performance.now()) return cached.networks
  const networks = db
    .select({ networks: installation.allowedNetworks })
    .from(installation)
    .where(eq(installation.id, 1))
    .then(([row]) => row?.networks ?? [])
  cache.set({ db, until: performance.now() + cachedForMs, networks })
  networks.catch(() => forgetAllowedNetworks()) // The next call asks again.
  return networks
}

/** Clears the cache after a change, which then takes effect at once in this process. */
export function forgetAllowedNetworks(): void {
  const cached = cache.peek()
  if (cached) cache.set({ ...cached, until: 0 })
}

/**
 * The last widened reach of each usual one. It is used again while the networks are the same, because senders are cached
 * by this object (lib/db/outgoing/guarded-request.ts).
 */
const reaches = new WeakMap<Reach, Reach>()

function widened(usual: Reach, networks: string[]): Reach {
  if (networks.length === 0) return usual
  const known = reaches.get(usual)
  if (known?.networks?.join(' ') === networks.join(' ')) return known
  const reach = { ...usual, networks }
  reaches.set(usual, reach)
  return reach
}

/** Where requests to addresses that people entered may go. */
export async function reachOf({ db }: { db: Db }, { mode }: Pick<Shop, 'mode'>): Promise<Reach> {
  const usual = mode === 'sandbox' ? config.get().sandboxReach : internetOnly
  return widened(usual, await allowedNetworks(db))
}

/** Where the mail server may be: anywhere, if the environment names it. */
export const mailReachOf = async (db: Db, { isGiven }: { isGiven: boolean }): Promise<Reach> => ({
  allowLoopback: isGiven,
  isPrivateAllowed: isGiven,
  networks: await allowedNetworks(db),
})

/** Where calls to a shop's gateway may go; null: anywhere, because the environment named its addresses. */
export const gatewayReachOf = async ({ engine, shop }: Pick<ShopContext, 'engine' | 'shop'>) =>
  shop.areAddressesEntered ? reachOf(engine, shop) : null
