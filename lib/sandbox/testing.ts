import 'server-only'
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { engine as engineSingleton, type Engine } from '../db/engine'
import { openTestEngine, type EngineKind } from '../db/testing'
import { opened } from '../testing/opened'
import { sandboxMigrations } from './migrations'
import { sandboxSettings } from './shops/settings'
import { ensureSandboxShop } from './shops/shops'
import { route } from './testing-routes'

export const testShop = { shopId: 361, secretKey: 'a secret, with: colons' }

export const basic = (user: string | number, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** For tests: opens a new sandbox on a real engine. Its API can be called without a server. */
export async function openTestSandbox(kind: EngineKind, { isLenient = false } = {}) {
  const { engine, dispose } = await openTestEngine(kind, [sandboxMigrations])
  const errors: unknown[] = []
  engineSingleton.set(engine)
  sandboxSettings.set({
    publicOrigin: 'https://shop.example',
    reach: { allowLoopback: true, isPrivateAllowed: false },
    isLenient,
    onError: (error) => void errors.push(error),
  })
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

/** For tests: a sandbox for all tests of a suite (openTestSandbox). */
export const testSandbox = (kind: EngineKind, options?: { isLenient: boolean }): TestSandbox =>
  opened(() => openTestSandbox(kind, options))

export type TestCall = {
  body?: unknown
  /** Raw body, sent instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>
  authorization?: string | null
  headers?: Record<string, string>
}

/** Calls the sandbox's API, by default with the test shop's credentials. */
async function callSandbox(method: string, path: string, options: TestCall = {}): Promise<Response> {
  const { body, raw, authorization = basic(testShop.shopId, testShop.secretKey), headers } = options
  return route(
    new Request(`http://127.0.0.1/sandbox${path}`, {
      method,
      headers: {
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...(authorization === null ? {} : { authorization }),
        ...headers,
      },
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

export const customerBody = (over: Record<string, unknown> = {}) => ({
  first_name: 'Maria',
  last_name: 'Keller',
  email: 'maria.keller@shop.example',
  ip: '192.0.2.17',
  ...over,
})

/** Returns every row of the sandbox tables and the queue as text. */
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
  return parts.join('\n')
}

export const serveSandbox = () => serveHttp(route)

/** Converts an incoming message to a `Request` whose body streams. */
export function toRequest(incoming: IncomingMessage): Request {
  const headers = new Headers(
    Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const method = incoming.method ?? 'GET'
  const bodyless = method === 'GET' || method === 'HEAD'
  const body = bodyless ? undefined : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>)
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method,
    headers,
    body,
    duplex: 'half',
  } as RequestInit)
}

/** Sends a response as Next does: an error in its body breaks the connection. */
export async function sendAnswer(
  answer: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.writeHead(answer.status, {
    ...Object.fromEntries(answer.headers),
    ...(incoming.complete ? {} : { connection: 'close' }),
  })
  if (!answer.body) {
    outgoing.end()
    return
  }
  // A pipeline destroys the connection when the body fails; the client in the test sees that.
  await pipeline(Readable.fromWeb(answer.body as never), outgoing).catch(() => undefined)
}

export async function serveHttp(handler: (request: Request) => Promise<Response>) {
  const server = createServer((incoming, outgoing) => {
    void handler(toRequest(incoming)).then((answer) => sendAnswer(answer, incoming, outgoing))
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
