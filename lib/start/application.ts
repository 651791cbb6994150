import 'server-only'
import { logAccess } from '../core/server/activity/access'
import { adoptConfig, config, loadConfig, type Config } from '../core/server/config/config'
import { ConfigError } from '../core/server/config/config-error'
import { frontDoorHandlers, type FrontDoorHandlers } from '../core/server/route/door'
import { log, correlatedLog } from '../core/server/log/log'
import { clientAddress } from '../core/server/route/client-address'
import { reasonForLocalSignIn } from '../core/server/auth/local-sign-in'
import { mayVisit } from '../core/server/auth/sandbox-visitor'
import { loadShop, sandboxShop } from '../core/server/shop/load'
import { DatabaseUnusable } from '../db/connection/database-unusable'
import { engine, openEngine, type Engine } from '../db/engine'
import { FolderLocked } from '../db/folder-lock'
import { createSealer, type Sealer } from '../db/sealing'
import { singleton } from '../db/singleton'
import type { ProductCreateInput } from '../gateway/products/product'
import { takeNotification, takeVerification, type Verb } from '../notifications/server/receiving/receive'
import { rememberSubmitted } from '../products/server/changing/create'
import { syncProducts } from '../products/server/mirror/mirror'
import { sandboxMigrations } from '../sandbox/migrations'
import { seedSandbox } from '../sandbox/shops/seed'
import { sandboxSettings, type SandboxSettings } from '../sandbox/shops/settings'
import { ensureSandboxShop, removeSandboxShop } from '../sandbox/shops/shops'
import { startSandbox, startStandalone, sealedOfSandbox } from '../sandbox/start'
import { sandboxShops } from '../shops/server/create'
import { registerAllAtSandbox } from '../shops/server/connection/introduce'
import { adviceOn } from './advice'
import { startBackground } from './background'
import { discoverProviders } from './discover-providers'
import { serverMigrations } from './migrations'
import { prepareStorage, type Prepared, runsSandbox } from './storage/prepare'
import { keysInFile, startResealing } from './sealing/reseal'
import { started } from './readiness'
import { sealedOfOffice } from './sealing/sealing'

export type FrontDoor = {
  hooks: Record<'notification' | 'verification', Verb> | null
  manners: FrontDoorHandlers
  /** The address to listen on; null: all. */
  host: string | null
  /** Printed to the terminal: `lines` once, then that `name` is ready at `url`. */
  report: { name: string; url: string; lines: [label: string, value: string][] }
  /** Call once the server listens. Runs start-up work that needs HTTP. */
  listening: () => Promise<void>
} & Pick<Engine, 'stopWork' | 'close'>

/** Set by `server.mjs` to receive the application. Unset where another server runs Next. */
const frontDoorOpened = singleton<(door: FrontDoor) => void>('front-door-opened')

/**
 * Starts the application: the only place that knows both the back office and the sandbox. Exits the process if the
 * start fails, with a one-line message for a wrong setting, a locked data folder or an unusable database.
 */
export async function startApplication(): Promise<void> {
  try {
    const settings = loadConfig()
    const endTraces = settings.isTraced ? await (await import('./tracing')).startTracing() : async () => {}
    const frontDoor = await start(settings)
    const close = async () => {
      await endTraces()
      await frontDoor.close()
    }
    frontDoorOpened.peek()?.({ ...frontDoor, close })
  } catch (error) {
    const isExpected = [ConfigError, FolderLocked, DatabaseUnusable].some((kind) => error instanceof kind)
    if (isExpected && error instanceof Error) process.stderr.write(`${error.message}\n`)
    else log().fatal({ err: error }, 'the application cannot start')
    process.exit(1)
  }
}

async function start(given: Config): Promise<FrontDoor> {
  let settings = given
  adoptConfig(settings)
  const sealer = createSealer(settings.sealingKey, {
    old: settings.oldSealingKey,
    reload: () => keysInFile(settings.secretsFile),
  })
  if (settings.sandbox?.isAlone) return standalone(settings, settings.sandbox, sealer)
  let prepared: Prepared | undefined
  const opened = await openEngine({
    storage: settings.storage,
    migrations: [serverMigrations],
    moreMigrations: async (db) => {
      settings = { ...given, sandbox: (await runsSandbox(db, given)) ? given.sandboxIfOn : null }
      adoptConfig(settings)
      return settings.sandbox ? [sandboxMigrations] : []
    },
    sealer,
    prepare: async (db) => {
      const provideSandboxShop: Parameters<typeof prepareStorage>[1]['provideSandboxShop'] = (tx, shop) =>
        ensureSandboxShop(tx, sealer, shop)
      prepared = await prepareStorage(db, { config: settings, sealer, provideSandboxShop })
    },
    onError: (error) => log().error({ err: error }, 'background failure'),
  })
  engine.set(opened)
  await startBackground(opened, { removeSandboxShop })
  await startResealing(opened, settings, [...sealedOfOffice, ...sealedOfSandbox])
  if (settings.sandbox) {
    sandboxShops.set({ provide: (tx, shop) => ensureSandboxShop(tx, sealer, shop) })
    sandboxSettings.set({ ...forSandbox(settings, settings.sandbox), mayVisit })
    await startSandbox(opened)
  }
  let isStopping = false
  const { email = settings.owner.email, newPassword = null } = prepared ?? {}
  const lines = [...(prepared?.lines ?? []), ...(await linesOf(opened, settings))]
  for (const line of lines) log().warn(line)
  return {
    hooks: { notification: takeNotification, verification: takeVerification },
    manners: frontDoorHandlers(settings),
    host: settings.host,
    report: {
      name: 'Counterfoil',
      url: settings.appUrl,
      lines: [
        ['Sign in as', email],
        ...(newPassword ? [passwordLine(newPassword, settings)] : []),
        ...lines.map((line): [string, string] => ['Setting', line]),
      ],
    },
    listening: () => afterListening(settings, () => isStopping).finally(() => started.set(true)),
    stopWork: () => {
      isStopping = true
      return opened.stopWork()
    },
    close: opened.close,
  }
}

/** Advice about settings, printed at the start. */
export const linesOf = async (opened: Engine, settings: Config): Promise<string[]> => [
  ...(await tryProviders(opened, settings)),
  // With the changes that the providers caused.
  ...(await adviceOn(opened, config.get())),
]

/** Keeps local sign-in on if no one could sign in otherwise. Returns what to report about the providers. */
async function tryProviders({ db }: Engine, settings: Config): Promise<string[]> {
  const { broken, lines } = await discoverProviders(settings)
  const staysOn = settings.hasLocalSignIn ? null : await reasonForLocalSignIn(db, settings, broken)
  if (staysOn === null) return lines
  adoptConfig({ ...settings, hasLocalSignIn: true })
  return [...lines, `LOCAL_SIGN_IN: stays on, because ${staysOn}`]
}

const passwordLine = (password: string, { resetPasswordOf }: Config): [label: string, value: string] => [
  'Password',
  `${password}   (shown once, note it now${resetPasswordOf === null ? '' : '; unset RESET_PASSWORD, or the next start makes another one'})`,
]

type Sandbox = NonNullable<Config['sandbox']>

const forSandbox = (settings: Config, { isLenient }: Sandbox): SandboxSettings => ({
  publicOrigin: settings.appUrl,
  isLenient,
  reach: settings.sandboxReach,
  onError: (error) => log().error({ err: error }, 'the sandbox failed'),
  onForeignPost: (headers) =>
    logAccess({
      action: 'access.refused',
      account: null,
      userId: null,
      address: clientAddress(headers),
      reason: 'foreign_origin',
    }),
})

/** `npm run sandbox`: without back office or owner. It prints the shop's credentials to the terminal. */
async function standalone(settings: Config, sandbox: Sandbox, sealer: Sealer): Promise<FrontDoor> {
  const { shopId, secretKey, isSeeded, url } = sandbox
  const { shop, stopWork, close } = await startStandalone({
    storage: settings.storage,
    sealer,
    shopId,
    secretKey,
    settings: forSandbox(settings, sandbox),
    onBackgroundError: (error) => log().error({ err: error }, 'background failure'),
  })
  return {
    hooks: null,
    manners: frontDoorHandlers(settings),
    host: settings.host,
    report: {
      name: 'The sandbox',
      url: `${settings.appUrl}/sandbox`,
      lines: [
        ['Shop ID', String(shopId)],
        ['Secret key', shop.secretKey],
        ['Public key', shop.publicKey],
      ],
    },
    listening: async () => {
      if (isSeeded) await seedSandbox(url, shopId)
    },
    stopWork,
    close,
  }
}

/**
 * Sets up the sandbox over HTTP, the only way to reach it, so the server must already listen. A stop interrupts it; the
 * next start sets up the rest.
 */
async function afterListening(settings: Config, isStopping: () => boolean): Promise<void> {
  if (!settings.sandbox) return
  try {
    await registerAllAtSandbox(settings)
    const { isSeeded, url, shopId } = settings.sandbox
    await mirrorSandboxShop(isSeeded ? await seedSandbox(url, shopId) : [])
  } catch (error) {
    // The back office works without the sandbox, and shows that the gateway does not answer.
    if (!isStopping()) log().error({ err: error }, 'the sandbox is not ready')
  }
}

/** Fills the sandbox shop's mirror, so that the first page has rows. `made` are the products just created. */
async function mirrorSandboxShop(made: { id: string; product: ProductCreateInput }[]): Promise<void> {
  const shop = await loadShop(engine.get().db, sandboxShop)
  if (!shop || shop.archivedAt) return
  const context = { engine: engine.get(), shop, log: correlatedLog(), actor: null }
  await syncProducts(context)
  await rememberSubmitted(context, made)
}
