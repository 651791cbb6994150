import 'server-only'
import { randomBytes } from 'node:crypto'
import { engine, openEngine, type Engine } from '../db/engine'
import type { Storage } from '../db/pool'
import type { Sealer } from '../db/sealing'
import { sandboxMigrations } from './migrations'
import { sandboxSettings, type SandboxSettings } from './settings'
import { ensureSandboxShop, loadShop, type Shop } from './shops'
import { startSandbox } from './start'

export type Standalone = {
  storage: Storage
  sealer: Sealer
  shopId: number
  /** Null: made up the first time, and kept. */
  secretKey: string | null
  settings: SandboxSettings
  onBackgroundError: (error: Error) => void
}

/**
 * The sandbox without the back office (`npm run sandbox`): its tables alone, and its own background work.
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
  engine.set(opened)
  sandboxSettings.set(settings)
  await startSandbox(opened)
  const shop = await loadShop(opened.db, sealer, shopId)
  if (!shop) throw new Error('the sandbox shop was not made')
  return { shop, stopWork: opened.stopWork, close: opened.close }
}
