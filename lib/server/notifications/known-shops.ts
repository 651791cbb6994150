import 'server-only'
import { engine, type Engine } from '../../db/engine'
import { singleton } from '../../db/singleton'
import type { Shop } from '../context'
import { loadShopByHookKey } from '../shops/load'
import { secretKey } from '../shops/secret'

/** A shop, and its secret key in the clear. */
export type Known = { shop: Shop; secret: string }

/** A shop's secrets are looked up at most every few seconds: under load there is one query, not thousands. */
const cachedForMs = 5_000

type Cached = { engine: Engine; shops: Map<string, { known: Promise<Known | null>; until: number }> }
const cache = singleton<Cached>('notification-shops')

/** The shop that a hook key routes to, or null; as it was at most seconds ago. */
export function shopOf(hookKey: string): Promise<Known | null> {
  if (hookKey.length > 100 || hookKey.includes('\0')) return Promise.resolve(null)
  const { shops } = theCache()
  const cached = shops.get(hookKey)
  if (cached && cached.until > Date.now()) return cached.known
  const known = load(hookKey)
  shops.set(hookKey, { known, until: Date.now() + cachedForMs })
  // Of keys that are nobody's there are as many as somebody cares to try.
  const forgetNobody = (shop: Known | null) =>
    shop ?? void (shops.get(hookKey)?.known === known && shops.delete(hookKey))
  known.then(forgetNobody, () => forgetNobody(null))
  return known
}

async function load(hookKey: string): Promise<Known | null> {
  const shop = await loadShopByHookKey(engine.get().db, hookKey)
  return shop && { shop, secret: secretKey({ engine: engine.get(), shop }) }
}

/** To be called where something of a shop was changed: here it holds at once, in other processes within seconds. */
export function forgetKnownShops(): void {
  theCache().shops.clear()
}

function theCache(): Cached {
  const current = engine.get()
  if (cache.peek()?.engine !== current) cache.set({ engine: current, shops: new Map() })
  return cache.get()
}
