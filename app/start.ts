import 'server-only'
import { DatabaseUnusable } from '@/lib/db/database-unusable'
import { engine, openEngine } from '@/lib/db/engine'
import { FolderLocked } from '@/lib/db/folder-lock'
import { createSealer } from '@/lib/db/sealing'
import { singleton } from '@/lib/db/singleton'
import { startBackground } from '@/lib/server/background'
import { adoptConfig, ConfigError, loadConfig, type Config } from '@/lib/server/config'
import { introduceToSandbox, mirrorSandboxShop } from '@/lib/server/introduce'
import { log } from '@/lib/server/log'
import { receiveNotification } from '@/lib/server/notifications/receive'
import { started } from '@/lib/server/readiness'
import { prepareStorage, type Prepared } from '@/lib/server/prepare'
import { serverMigrations } from '@/lib/server/migrations'
import { ensureSandboxShop } from '@/lib/sandbox/shops'
import { sandboxMigrations } from '@/lib/sandbox/migrations'
import { sandboxSettings } from '@/lib/sandbox/settings'
import { seedSandbox } from '@/lib/sandbox/seed'
import { startSandbox } from '@/lib/sandbox/start'

/** What `server.mjs`, which is not bundled, needs of the application. */
export type FrontDoor = {
  receiveNotification: (hookKey: string, request: Request) => Promise<Response>
  report: { appUrl: string; ownerEmail: string; newPassword: string | null }
  /** To be called once the server listens: what the start has to say over HTTP. */
  listening: () => Promise<void>
  stop: () => Promise<void>
}

/** How the application is handed to `server.mjs`; absent where another server runs Next. */
const frontDoorOpened = singleton<(door: FrontDoor) => void>('front-door-opened')

/**
 * Puts the application together: the one place that knows the back office and the sandbox both. What keeps
 * it from starting ends the process: with one line where it is a setting, a data folder in use or a
 * database that cannot be used.
 */
export async function startApplication(): Promise<void> {
  try {
    const frontDoor = await start(loadConfig())
    frontDoorOpened.peek()?.(frontDoor)
  } catch (error) {
    const expected = [ConfigError, FolderLocked, DatabaseUnusable].some((kind) => error instanceof kind)
    if (expected && error instanceof Error) process.stderr.write(`${error.message}\n`)
    else log().fatal({ err: error }, 'the application cannot start')
    process.exit(1)
  }
}

async function start(settings: Config): Promise<FrontDoor> {
  adoptConfig(settings)
  const sealer = createSealer(settings.sealingKey)
  let prepared: Prepared | undefined
  const opened = await openEngine({
    storage: settings.storage,
    migrations: settings.sandbox ? [serverMigrations, sandboxMigrations] : [serverMigrations],
    sealer,
    prepare: async (db) => {
      const provideSandboxShop: Parameters<typeof prepareStorage>[1]['provideSandboxShop'] = (tx, shop) =>
        ensureSandboxShop(tx, sealer, shop)
      prepared = await prepareStorage(db, { config: settings, sealer, provideSandboxShop })
    },
    onError: (error) => log().error({ err: error }, 'background failure'),
  })
  engine.set(opened)
  await startBackground(opened)
  if (settings.sandbox) {
    sandboxSettings.set({
      publicOrigin: settings.appUrl,
      onError: (error) => log().error({ err: error }, 'the sandbox failed'),
    })
    await startSandbox(opened)
  }
  const { ownerEmail = settings.owner.email, newPassword = null } = prepared ?? {}
  return {
    receiveNotification,
    report: { appUrl: settings.appUrl, ownerEmail, newPassword },
    listening: () => afterListening(settings).finally(() => started.set(true)),
    stop: () => opened.close(),
  }
}

/** The sandbox is reached over HTTP only, so it can be spoken to once the server listens. */
async function afterListening(settings: Config): Promise<void> {
  if (!settings.sandbox) return
  try {
    await introduceToSandbox(settings)
    await mirrorSandboxShop(settings.sandbox.seed ? await seedSandbox(settings.sandbox.url) : [])
  } catch (error) {
    // The back office works without it, and says that the gateway does not answer.
    log().error({ err: error }, 'the sandbox is not ready')
  }
}
