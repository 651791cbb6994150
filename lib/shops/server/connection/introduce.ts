import 'server-only'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { engine } from '../../../db/engine'
import type { Config } from '../../../core/server/config/config'
import { callGateway } from '../../../gateway/client/call'
import { correlatedLog } from '../../../core/server/log/log'
import { loadShop, sandboxShop } from '../../../core/server/shop/load'
import { shops } from '../../../core/server/tables/shops'

const answer = z.object({ public_key: z.string().min(1) })

/**
 * Registers our notification address with the sandbox and fetches its signing key, as a person does in a live
 * provider's settings. Uses the loopback address, because the sandbox runs in this process and APP_URL may not resolve.
 */
export async function registerAtSandbox(config: Config, shopId: string = sandboxShop): Promise<void> {
  const { db } = engine.get()
  const shop = await loadShop(db, shopId)
  if (!shop) return
  const hooks = `http://127.0.0.1:${config.port}/api/hooks/${shop.hookKey}`
  const body = { notification_url: `${hooks}/notification` }
  const context = { engine: engine.get(), shop, log: correlatedLog(), actor: null }
  const { public_key: publicKey } = await callGateway(context, {
    method: 'PUT',
    url: `${shop.apmUrl}/shop`,
    body,
    reply: answer,
  })
  await db.update(shops).set({ publicKey }).where(eq(shops.id, shop.id))
}
