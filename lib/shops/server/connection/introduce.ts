import 'server-only'
import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { engine } from '../../../db/engine'
import type { Config } from '../../../core/server/config/config'
import { callGateway } from '../../../gateway/client/call'
import { correlatedLog } from '../../../core/server/log/log'
import { loadShop, whereNotDeleted } from '../../../core/server/shop/load'
import { shops } from '../../../core/server/tables/shops'

const answer = z.object({ public_key: z.string().min(1) })

/** Registers every shop at the sandbox, because HOST or PORT may have changed since the last start. */
export async function registerAllAtSandbox(config: Config): Promise<void> {
  const all = await engine
    .get()
    .db.select({ id: shops.id })
    .from(shops)
    .where(and(eq(shops.mode, 'sandbox'), isNull(shops.archivedAt), whereNotDeleted))
  for (const { id } of all) await tryToRegisterAtSandbox(config, id)
}

/** As {@link registerAtSandbox}, but a failure is only logged: the next start tries again. */
export const tryToRegisterAtSandbox = (config: Config, shopId: string): Promise<void> =>
  registerAtSandbox(config, shopId).catch((error: unknown) =>
    correlatedLog().error({ err: error, shop: shopId }, 'shop not registered at the sandbox'),
  )

/**
 * Registers our notification address with the sandbox and fetches its signing key, as a person does in a live
 * provider's settings. Calls this server directly, because the sandbox runs in this process and APP_URL may not resolve.
 */
export async function registerAtSandbox(config: Config, shopId: string): Promise<void> {
  const { db } = engine.get()
  const shop = await loadShop(db, shopId)
  if (!shop) return
  const hooks = `${config.selfOrigin}/api/hooks/${shop.hookKey}`
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
