import 'server-only'
import { engine } from '../db/engine'
import type { ProductCreateInput } from '../gateway/product'
import { correlatedLog } from '../core/server/log'
import { loadShop, sandboxShop } from '../core/server/shop/load'
import { rememberSubmitted } from '../products/server/create'
import { syncProducts } from '../products/server/mirror'

/** Fills the sandbox shop's mirror, so that the first page has rows. `made`: the rows just created. */
export async function mirrorSandboxShop(made: { id: string; product: ProductCreateInput }[]): Promise<void> {
  const shop = await loadShop(engine.get().db, sandboxShop)
  if (!shop) return
  const context = { engine: engine.get(), shop, log: correlatedLog(), actor: null }
  await syncProducts(context)
  await rememberSubmitted(context, made)
}
