import 'server-only'
import { randomBytes } from 'node:crypto'
import { type Engine, engine as theEngine, openEngine } from '../db/engine'
import type { Storage } from '../db/connection/pool'
import type { Sealer } from '../db/sealing'
import { sealedColumn, type SealedColumn } from '../db/resealing'
import { sweepCheckouts, sweepCheckoutsQueue } from './checkouts/expire'
import { deliver, sweepDeliveries, sweepQueue } from './deliveries/deliver'
import { deliverQueue, type QueuedDelivery, bodyContext } from './deliveries/queue'
import { sandboxMigrations } from './migrations'
import { sandboxSettings, type SandboxSettings } from './shops/settings'
import { ensureSandboxShop, loadShop, type Shop, shopKeyContext } from './shops/shops'
import { cardContext } from './cards/tokens'
import { cardTokenContext } from './checkouts/find'
import { cards } from './tables/records'
import { checkouts, deliveries, transactions } from './tables/payments'
import { shops } from './tables/shops'
import { transactionTokenContext } from './transactions/find'

/**
 * Starts the sandbox's background work: sending notifications, sweeping lost ones, and notifying of expired payment
 * tokens.
 */
export async function startSandbox(engine: Engine): Promise<void> {
  await engine.queues.define<QueuedDelivery>(deliverQueue, (queued) => deliver(engine, queued), { atOnce: 4 })
  await engine.queues.eachMinute(sweepQueue, () => sweepDeliveries(engine))
  await engine.queues.send(sweepQueue, {})
  await engine.queues.eachMinute(sweepCheckoutsQueue, () => sweepCheckouts(engine))
  await engine.queues.send(sweepCheckoutsQueue, {})
}

type Standalone = {
  storage: Storage
  sealer: Sealer
  shopId: number
  /** Null: generated on the first start, then kept. */
  secretKey: string | null
  settings: SandboxSettings
  onBackgroundError: (error: Error) => void
}

/**
 * Starts the sandbox without the back office (`npm run sandbox`): only its tables and background work.
 * @throws FolderLocked, DatabaseUnusable
 */
export async function startStandalone(
  options: Standalone,
): Promise<{ shop: Shop } & Pick<Engine, 'stopWork' | 'close'>> {
  const { storage, sealer, shopId, settings, onBackgroundError } = options
  const opened = await openEngine({
    storage,
    migrations: [sandboxMigrations],
    sealer,
    prepare: async (db) => {
      const known = options.secretKey === null ? await loadShop(db, sealer, shopId) : null
      const secretKey = options.secretKey ?? known?.secretKey ?? randomBytes(32).toString('hex')
      await ensureSandboxShop(db, sealer, { shopId, secretKey })
    },
    onError: onBackgroundError,
  })
  theEngine.set(opened)
  sandboxSettings.set(settings)
  await startSandbox(opened)
  const shop = await loadShop(opened.db, sealer, shopId)
  if (!shop) throw new Error('the sandbox shop was not made')
  return { shop, stopWork: opened.stopWork, close: opened.close }
}

/** Every column of the sandbox that holds sealed values. */
export const sealedOfSandbox: readonly SealedColumn[] = [
  sealedColumn(shops, 'secretKeySealed', ['id'], ({ id }) => shopKeyContext(id, 'secret_key')),
  sealedColumn(shops, 'privateKeySealed', ['id'], ({ id }) => shopKeyContext(id, 'private_key')),
  sealedColumn(shops, 'stampKeySealed', ['id'], ({ id }) => shopKeyContext(id, 'stamp_key')),
  sealedColumn(cards, 'tokenSealed', ['shopId', 'id'], ({ shopId, id }) => cardContext(shopId, id)),
  sealedColumn(checkouts, 'cardTokenSealed', ['shopId', 'token'], ({ shopId, token }) =>
    cardTokenContext(shopId, token),
  ),
  sealedColumn(transactions, 'cardTokenSealed', ['shopId', 'uid'], ({ shopId, uid }) =>
    transactionTokenContext(shopId, uid),
  ),
  sealedColumn(deliveries, 'bodySealed', ['shopId', 'id'], ({ shopId, id }) => bodyContext(shopId, id)),
]
