import 'server-only'
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { engine as theEngine, type Engine } from '@/lib/db/engine'
import { openTestEngine, type EngineKind } from '@/lib/db/testing'
import { startBackground } from '@/lib/server/background'
import { adoptConfig, loadConfig, type Config } from '@/lib/server/config'
import type { ActorContext } from '@/lib/server/context'
import { introduceToSandbox } from '@/lib/server/introduce'
import { log, openLog } from '@/lib/server/log'
import { serverMigrations } from '@/lib/server/migrations'
import { prepareStorage, sandboxShop } from '@/lib/server/prepare'
import { loadShop } from '@/lib/server/shops/load'
import { users } from '@/lib/server/tables/users'
import { sandboxMigrations } from '@/lib/sandbox/migrations'
import { sandboxSettings } from '@/lib/sandbox/settings'
import { ensureSandboxShop } from '@/lib/sandbox/shops'
import { startSandbox } from '@/lib/sandbox/start'
import * as unknown from './api/[...path]/route'
import * as hook from './api/hooks/[key]/notification/route'
import * as shop from './api/shops/[shop]/route'
import * as notification from './api/shops/[shop]/notifications/[id]/route'
import * as notifications from './api/shops/[shop]/notifications/route'
import * as product from './api/shops/[shop]/products/[id]/route'
import * as products from './api/shops/[shop]/products/route'
import * as sync from './api/shops/[shop]/products/sync/route'
import * as sandboxPayments from './sandbox/products/[id]/payments/route'
import * as sandboxProduct from './sandbox/products/[id]/route'
import * as sandboxProducts from './sandbox/products/route'
import * as sandboxShopSettings from './sandbox/shop/route'

type Handlers = Record<string, unknown>
type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>

/** Route files by their place under app/, as Next finds them; more specific ones first. */
const routes: [pattern: string, handlers: Handlers][] = [
  ['/api/hooks/:key/notification', hook],
  ['/api/shops/:shop', shop],
  ['/api/shops/:shop/notifications', notifications],
  ['/api/shops/:shop/notifications/:id', notification],
  ['/api/shops/:shop/products', products],
  ['/api/shops/:shop/products/sync', sync],
  ['/api/shops/:shop/products/:id', product],
  ['/sandbox/products', sandboxProducts],
  ['/sandbox/products/:id', sandboxProduct],
  ['/sandbox/products/:id/payments', sandboxPayments],
  ['/sandbox/shop', sandboxShopSettings],
  ['/api/.*', unknown],
]

/** Calls the handler that a request belongs to, as Next would. */
async function dispatch(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  for (const [pattern, handlers] of routes) {
    const match = new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(pathname)
    const handler = handlers[request.method] as Handler | undefined
    const params = Object.fromEntries(
      Object.entries(match?.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]),
    )
    if (match && handler) return handler(request, { params: Promise.resolve(params) })
  }
  return new Response(null, { status: 404 })
}

export type TestApplication = {
  engine: Engine
  url: string
  /** What it believes its own address to be. */
  appUrl: string
  /** The sandbox shop, seen by its owner. */
  owner: ActorContext
  /** All that was logged, at every level. */
  logged: () => string
  /** Everything in the database as text, to look for what must not be there. */
  dump: () => Promise<string>
  close: () => Promise<void>
}

/** For tests: the whole application but its pages, on storage of its own, over real HTTP. */
export async function openTestApplication(kind: EngineKind = 'embedded'): Promise<TestApplication> {
  const { engine, dispose } = await openTestEngine(kind, [serverMigrations, sandboxMigrations])
  const server = createServer((incoming, outgoing) => {
    void toRequest(incoming)
      .then(dispatch)
      .then(async (answer) => {
        outgoing.writeHead(answer.status, {
          ...Object.fromEntries(answer.headers),
          ...(incoming.complete ? {} : { connection: 'close' }),
        })
        outgoing.end(Buffer.from(await answer.arrayBuffer()))
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const settings = testConfig(port)
  adoptConfig(settings)
  const lines: string[] = []
  openLog('trace', { write: (line) => void lines.push(line) })
  theEngine.set(engine)
  sandboxSettings.set({
    publicOrigin: settings.appUrl,
    onError: (error) => log().error({ err: error }, 'the sandbox failed'),
  })
  const provideSandboxShop = (db: Engine['db'], made: { shopId: number; secretKey: string }) =>
    ensureSandboxShop(db, engine.sealer, made)
  await prepareStorage(engine.db, { config: settings, sealer: engine.sealer, provideSandboxShop })
  await startBackground(engine)
  await startSandbox(engine)
  await introduceToSandbox(settings)
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await dispose()
  }
  return {
    engine,
    url: `http://127.0.0.1:${port}`,
    appUrl: settings.appUrl,
    owner: await ownerContext(engine),
    logged: () => lines.join(''),
    dump: () => dump(engine),
    close,
  }
}

const testConfig = (port: number): Config =>
  loadConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    DATABASE_URL: 'postgres://not-used',
    AUTH_SECRET: randomBytes(32).toString('hex'),
    SEALING_KEY: randomBytes(32).toString('hex'),
    OWNER_PASSWORD: 'correct horse',
    SANDBOX: 'on',
  })

async function ownerContext(engine: Engine): Promise<ActorContext> {
  const [user] = await engine.db.select().from(users)
  const shopRow = await loadShop(engine.db, sandboxShop)
  if (!user || !shopRow) throw new Error('the application was not prepared')
  return {
    engine,
    shop: shopRow,
    log: log(),
    actor: { userId: user.id, email: user.email, name: user.name, role: 'owner' },
  }
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const headers = new Headers(
    Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const method = incoming.method ?? 'GET'
  const body = method === 'GET' ? undefined : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>)
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method,
    headers,
    body,
    duplex: 'half',
  } as RequestInit)
}

async function dump({ db }: Engine): Promise<string> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const parts: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute(sql`SELECT t::text AS row FROM ${sql.raw(name)} t`)
    parts.push(...rows.map(({ row }) => String(row)))
    // Bytes print as hexadecimal: read them as text too.
    for (const { row } of rows as { row: string }[]) {
      for (const [, hex] of row.matchAll(/\\\\x([0-9a-f]+)/g))
        parts.push(Buffer.from(hex ?? '', 'hex').toString('latin1'))
    }
  }
  return parts.join('\n')
}
