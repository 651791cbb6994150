import 'server-only'
import { randomBytes } from 'node:crypto'
import { type Engine, engine as theEngine, openEngine } from '../db/engine'
import type { Storage } from '../db/connection/pool'
import type { Sealer } from '../db/sealing'
import { sweepCheckouts, sweepCheckoutsQueue } from './checkouts/expire'
import { deliver, sweepDeliveries, sweepQueue } from './deliveries/deliver'
import { deliverQueue, type DeliverJob } from './deliveries/queue'
import { sandboxMigrations } from './migrations'
import { sandboxSettings, type SandboxSettings } from './settings'
import { ensureSandboxShop, loadShop, type Shop } from './shops'

/**
 * Starts the sandbox's background jobs: sending notifications, sweeping lost ones, and notifying of expired payment
 * tokens.
 */
export async function startSandbox(engine: Engine): Promise<void> {
  await engine.jobs.define<DeliverJob>(deliverQueue, (job) => deliver(engine, job), { atOnce: 4 })
  await engine.jobs.eachMinute(sweepQueue, () => sweepDeliveries(engine))
  await engine.jobs.send(sweepQueue, {})
  await engine.jobs.eachMinute(sweepCheckoutsQueue, () => sweepCheckouts(engine))
  await engine.jobs.send(sweepCheckoutsQueue, {})
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
 * Starts the sandbox without the back office (`npm run sandbox`): only its tables and background jobs.
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
