import 'server-only'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { engine as theEngine, type Engine } from '@/lib/db/engine'
import { openTestEngine, type EngineKind } from '@/lib/db/testing'
import { startBackground } from '@/lib/start/background'
import type { Role } from '@/lib/core/permissions'
import { adoptConfig, loadConfig, type Config } from '@/lib/core/server/config/config'
import type { ActorContext } from '@/lib/core/server/context'
import { sandboxShops } from '@/lib/shops/server/create'
import { registerAllAtSandbox } from '@/lib/shops/server/connection/introduce'
import { log, openLog } from '@/lib/core/server/log/log'
import { serverMigrations } from '@/lib/start/migrations'
import { prepareStorage } from '@/lib/start/storage/prepare'
import { mayVisit } from '@/lib/core/server/auth/sandbox-visitor'
import { loadShop, sandboxShop } from '@/lib/core/server/shop/load'
import { memberships, users } from '@/lib/core/server/tables/users'
import { clearOf, listen, whereShop, type WhereShop } from '@/lib/testing/office'
import { opened } from '@/lib/testing/opened'
import { insertOtherShop } from '@/lib/testing/shops/other-shop'
import { dispatch } from '@/lib/testing/routes'
import { sandboxMigrations } from '@/lib/sandbox/migrations'
import { sandboxSettings } from '@/lib/sandbox/shops/settings'
import { ensureSandboxShop, removeSandboxShop } from '@/lib/sandbox/shops/shops'
import { startSandbox } from '@/lib/sandbox/start'
import { sendAnswer, toRequest } from '@/lib/sandbox/testing'

export type TestApplication = {
  engine: Engine
  /** The key that the engine's sealer began with. */
  sealingKey: Buffer
  /** The folder of the embedded database. */
  folder: string | null
  url: string
  appUrl: string
  /** The context of the sandbox shop's owner. */
  owner: ActorContext
  /** Returns a condition that limits rows to the sandbox shop, with further conditions. */
  whereShop: WhereShop
  clear: ReturnType<typeof clearOf>
  /** Requests sent to the other shop's gateway. `close` throws if there are any. */
  sentToOther: () => string[]
  logged: () => string
  /** Returns the background errors until now, which were expected. `close` throws if there are others. */
  takeErrors: () => Error[]
  /** The whole database as text, to search for what must not be stored. */
  dump: () => Promise<string>
  close: () => Promise<void>
}

/**
 * For tests: the whole application except its pages, on its own storage, over real HTTP. Besides the sandbox shop there
 * is a second shop with the same IDs (shops/other-shop.ts); nothing may be sent to its gateway.
 */
export async function openTestApplication(
  kind: EngineKind = 'embedded',
  host = '127.0.0.1',
): Promise<TestApplication> {
  const { engine, sealingKey, folder, takeErrors, dispose } = await openTestEngine(kind, [
    serverMigrations,
    sandboxMigrations,
  ])
  const server = createServer((incoming, outgoing) => {
    void dispatch(toRequest(incoming)).then((answer) => sendAnswer(answer, incoming, outgoing))
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  const settings = testConfig(host, port)
  adoptConfig(settings)
  const lines: string[] = []
  openLog('trace', { write: (line) => void lines.push(line) })
  theEngine.set(engine)
  sandboxSettings.set({
    publicOrigin: settings.appUrl,
    isLenient: false,
    reach: settings.sandboxReach,
    onError: (error) => log().error({ err: error }, 'the sandbox failed'),
    mayVisit,
  })
  const sentToOther: string[] = []
  const otherGateway = await listen((request, response) => {
    sentToOther.push(`${request.method} ${request.url}`)
    response.writeHead(500).end()
  })
  await insertOtherShop(engine, otherGateway.url)
  const provideSandboxShop = (db: Engine['db'], made: { shopId: number; secretKey: string }) =>
    ensureSandboxShop(db, engine.sealer, made)
  sandboxShops.set({ provide: provideSandboxShop })
  await prepareStorage(engine.db, { config: settings, sealer: engine.sealer, provideSandboxShop })
  await startBackground(engine, { removeSandboxShop })
  await startSandbox(engine)
  await registerAllAtSandbox(settings)
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await dispose()
    await otherGateway.close()
    if (sentToOther.length > 0) throw new Error(`sent to the other shop's gateway: ${sentToOther.join(', ')}`)
  }
  const owner = await ownerContext(engine)
  const whereThisShop: WhereShop = (...conditions) => whereShop(owner.shop, ...conditions)
  return {
    engine,
    sealingKey,
    folder,
    url: settings.selfOrigin,
    appUrl: settings.appUrl,
    owner,
    whereShop: whereThisShop,
    clear: clearOf(engine, whereThisShop),
    sentToOther: () => sentToOther,
    logged: () => lines.join(''),
    takeErrors,
    dump: () => dump(engine),
    close,
  }
}

/** For tests: an application for all tests of a suite (openTestApplication). */
export const testApplication = (kind: EngineKind = 'embedded', host?: string): TestApplication =>
  opened(() => openTestApplication(kind, host))

type Person = { userId: string; email: string; name: string }

/** For tests: a person of this name, who is not stored yet. */
export const testPerson = (name: string): Person & { provenSecondsAgo: number } => ({
  userId: crypto.randomUUID(),
  email: `${name.toLowerCase()}@shop.example`,
  name,
  provenSecondsAgo: 0,
})

/** For tests: stores a person, as a member of the sandbox shop. */
export async function addMember({ db }: Engine, { userId, email, name }: Person, role: Role): Promise<void> {
  await db.insert(users).values({ id: userId, email, name, passwordHash: 'none' })
  await db.insert(memberships).values({ shopId: sandboxShop, userId, role })
}

const testConfig = (host: string, port: number): Config =>
  loadConfig({
    NODE_ENV: 'test',
    HOST: host,
    PORT: String(port),
    DATABASE_URL: 'postgres://not-used',
    AUTH_SECRET: randomBytes(32).toString('hex'),
    SEALING_KEY: randomBytes(32).toString('hex'),
    OWNER_PASSWORD: 'correct horse',
    SANDBOX: 'on',
    SANDBOX_REACH: 'machine',
  })

async function ownerContext(engine: Engine): Promise<ActorContext> {
  const [user] = await engine.db.select().from(users)
  const shopRow = await loadShop(engine.db, sandboxShop)
  if (!user || !shopRow) throw new Error('the application was not prepared')
  return {
    engine,
    shop: shopRow,
    log: log(),
    actor: { userId: user.id, email: user.email, name: user.name, role: 'owner', provenSecondsAgo: 0 },
  }
}

async function dump({ db }: Engine): Promise<string> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const parts: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute(sql`SELECT t::text AS row FROM ${sql.raw(name)} t`)
    parts.push(...rows.map(({ row }) => String(row)))
    // Bytes print as hexadecimal, so add them as text, too.
    for (const { row } of rows as { row: string }[]) {
      for (const [, hex] of row.matchAll(/\\\\x([0-9a-f]+)/g))
        parts.push(Buffer.from(hex ?? '', 'hex').toString('latin1'))
    }
  }
  return parts.join('\n')
}
