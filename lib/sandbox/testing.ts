import 'server-only'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { engine as engineSingleton, type Engine } from '../db/engine'
import { openTestEngine, type EngineKind } from '../db/testing'
import { endpoint, payerEndpoint } from './http/endpoint'
import { sandboxMigrations } from './migrations'
import { payProduct } from './payments/pay'
import { createProduct } from './products/create'
import { getProduct } from './products/get'
import { listProducts } from './products/list'
import { updateProduct } from './products/update'
import { sandboxSettings } from './settings'
import { updateShop } from './shop-settings'
import { ensureSandboxShop } from './shops'

/** For tests: the shop every test sandbox has. */
export const testShop = { shopId: 361, secretKey: 'a secret, with: colons' }

export const basic = (user: string | number, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** For tests: a sandbox of its own on a real engine, its interface callable without a server. */
export async function openTestSandbox(kind: EngineKind) {
  const { engine, dispose } = await openTestEngine(kind, [sandboxMigrations])
  const errors: unknown[] = []
  engineSingleton.set(engine)
  sandboxSettings.set({ publicOrigin: 'https://shop.example', onError: (error) => void errors.push(error) })
  await ensureSandboxShop(engine.db, engine.sealer, testShop)
  return {
    engine,
    call: callSandbox,
    dump: () => dumpTables(engine),
    dispose: async () => {
      await dispose()
      if (errors.length > 0) throw new AggregateError(errors, 'the sandbox answered 500')
    },
  }
}
export type TestSandbox = Awaited<ReturnType<typeof openTestSandbox>>

type Handlers = Record<string, (request: Request, context: { params: Promise<never> }) => Promise<Response>>
type Route = { path: RegExp; handlers: Handlers }

/** The same as the route files under app/sandbox say. */
const routes: Route[] = [
  { path: /^\/products$/, handlers: { GET: endpoint(listProducts), POST: endpoint(createProduct) } },
  {
    path: /^\/products\/(?<id>[^/]+)$/,
    handlers: { GET: endpoint(getProduct), PUT: endpoint(updateProduct) },
  },
  { path: /^\/products\/(?<id>[^/]+)\/payments$/, handlers: { POST: payerEndpoint(payProduct) } },
  { path: /^\/shop$/, handlers: { PUT: endpoint(updateShop) } },
]

async function route(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  for (const { path, handlers } of routes) {
    const match = path.exec(pathname.replace(/^\/sandbox/, ''))
    const handler = handlers[request.method]
    if (!match || !handler) continue
    const params = Object.entries(match.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)])
    return handler(request, { params: Promise.resolve(Object.fromEntries(params) as never) })
  }
  return new Response(null, { status: 404 })
}

export type TestCall = {
  body?: unknown
  /** Sent as it is, instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>
  authorization?: string | null
  headers?: Record<string, string>
}

/** Calls the sandbox's interface, with the test shop's credentials unless told otherwise. */
async function callSandbox(method: string, path: string, options: TestCall = {}): Promise<Response> {
  const { body, raw, authorization = basic(testShop.shopId, testShop.secretKey), headers } = options
  return route(
    new Request(`http://127.0.0.1/sandbox${path}`, {
      method,
      headers: { ...(authorization === null ? {} : { authorization }), ...headers },
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    }),
  )
}

/** A payer's form as the page sends it, with the card that succeeds. */
export const payerBody = (over: Record<string, unknown> = {}) => ({
  attempt: randomUUID(),
  number: '4200 0000 0000 0000',
  expiry: '12/39',
  verification_value: '111',
  holder: 'Maria Keller',
  ...over,
})

export const productBody = (over: Record<string, unknown> = {}) => ({
  name: 'Printing workshop',
  description: 'Letterpress, Saturday 10:00',
  currency: 'EUR',
  amount: '6500',
  quantity: '4',
  expired_at: '2039-12-31T10:00:00+02:00',
  language: 'en',
  ...over,
})

/** Every row of every sandbox table, and of the job queue, as text. */
async function dumpTables({ db }: Engine): Promise<string> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname IN ('sandbox', 'pgboss') ORDER BY 1`,
  )
  const parts: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute<{ text: string }>(sql.raw(`SELECT t::text AS text FROM ${name} t`))
    parts.push(...rows.map(({ text }) => `${name} ${text}`))
  }
  const { rows: bodies } = await db.execute<{ text: string }>(
    sql`SELECT convert_from(body, 'UTF8') AS text FROM sandbox.deliveries`,
  )
  return [...parts, ...bodies.map(({ text }) => text)].join('\n')
}

/** A real HTTP server on a port of its own, in front of `handler`. */
export async function serveHttp(handler: (request: Request) => Promise<Response>) {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const bodyless = incoming.method === 'GET' || incoming.method === 'HEAD'
      const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
        method: incoming.method,
        headers: incoming.headers as Record<string, string>,
        body: bodyless ? undefined : Buffer.concat(chunks),
      })
      void handler(request).then(async (answer) => {
        outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
        outgoing.end(Buffer.from(await answer.arrayBuffer()))
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** The sandbox's interface over real HTTP. */
export const serveSandbox = () => serveHttp(route)
