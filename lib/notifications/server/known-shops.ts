import 'server-only'
import { engine, type Engine } from '../../db/engine'
import { singleton } from '../../db/singleton'
import type { Shop } from '../../core/server/context'
import { loadShopByHookKey } from '../../core/server/shop/load'
import { secretKey } from '../../core/server/shop/secret'
import { judgeOf, type Judge } from './authenticity'

/** A shop, and who judges what is posted to it. */
export type Known = { shop: Shop; judge: Judge }

/** A shop's secrets are looked up at most every few seconds: under load there is one query, not thousands. */
const cachedForMs = 5_000

type Kept = { known: Promise<Known | null>; loaded?: Known; until: number }
type Cached = { engine: Engine; shops: Map<string, Kept> }
const cache = singleton<Cached>('notification-shops')

/** The shop that a hook key routes to, or null; as it was at most seconds ago. At once where it is at hand. */
export function shopOf(hookKey: string): Known | Promise<Known | null> {
  const { shops } = theCache()
  const cached = shops.get(hookKey)
  if (cached && cached.until > performance.now()) return cached.loaded ?? cached.known
  if (hookKey.length > 100 || hookKey.includes('\0')) return Promise.resolve(null)
  const kept: Kept = { known: load(hookKey), until: performance.now() + cachedForMs }
  shops.set(hookKey, kept)
  // Of keys that are nobody's there are as many as somebody cares to try.
  const keepOrForget = (known: Known | null) => {
    if (known) kept.loaded = known
    else if (shops.get(hookKey) === kept) shops.delete(hookKey)
  }
  kept.known.then(keepOrForget, () => keepOrForget(null))
  return kept.known
}

async function load(hookKey: string): Promise<Known | null> {
  const shop = await loadShopByHookKey(engine.get().db, hookKey)
  return shop && { shop, judge: judgeOf({ ...shop, secretKey: secretKey({ engine: engine.get(), shop }) }) }
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
