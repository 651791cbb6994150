import 'server-only'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import pino from 'pino'
import { vi } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { engine as theEngine } from '../db/engine'
import { openTestEngine, type EngineKind } from '../db/testing'
import type { Role } from '../contracts/permissions'
import { adoptConfig, loadConfig } from './config'
import type { ActorContext } from './context'
import { describeError } from './log'
import { serverMigrations } from './migrations'
import { secretKeyContext } from './shops/secret'
import { loadShop } from './shops/load'
import { shops } from './tables/shops'
import { memberships, users } from './tables/users'

/** For tests: waits until `check` throws no more. Takes milliseconds; a busy machine may take longer. */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: 20_000 })

/** For tests: a real HTTP server; what it answers can be changed between requests. */
export async function listen(handler: RequestListener) {
  const server = createServer(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const testAppUrl = 'https://office.example'
export const testSecret = 'the secret: of the shop, ünïcödé'

/** For tests: the back office's storage with a live shop whose gateway is at `gatewayUrl`, and a person in it. */
export async function openTestOffice(kind: EngineKind, gatewayUrl = 'http://127.0.0.1:9') {
  const { engine, dispose } = await openTestEngine(kind, [serverMigrations])
  theEngine.set(engine)
  adoptConfig(
    loadConfig({
      NODE_ENV: 'test',
      APP_URL: testAppUrl,
      DATABASE_URL: 'postgres://not-used',
      AUTH_SECRET: 'a'.repeat(32),
      SEALING_KEY: '0'.repeat(64),
    }),
  )
  const logged: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk))
      done()
    },
  })
  const log = pino({ level: 'trace', serializers: { err: (error: unknown) => describeError(error) } }, stream)

  const insertShop = async (id: string, publicKey: string | null = null) => {
    await engine.db.insert(shops).values({
      id,
      name: id,
      mode: 'live',
      gatewayShopId: 361,
      secretKeySealed: engine.sealer.seal(testSecret, secretKeyContext(id)),
      hookKey: randomBytes(24).toString('base64url'),
      publicKey,
      gatewayUrl,
      apmUrl: gatewayUrl,
      checkoutUrl: gatewayUrl,
    })
    const shop = await loadShop(engine.db, id)
    if (!shop) throw new Error('no shop')
    return shop
  }
  const insertPerson = async (shopId: string | null, role: Role = 'owner') => {
    const person = { userId: uuidv7(), email: `${uuidv7()}@shop.example`, name: role }
    await engine.db
      .insert(users)
      .values({ id: person.userId, email: person.email, name: person.name, passwordHash: 'none' })
    if (shopId) await engine.db.insert(memberships).values({ shopId, userId: person.userId, role })
    return { ...person, role }
  }
  const shop = await insertShop('shop-361')
  const context: ActorContext = { engine, shop, log, actor: await insertPerson(shop.id) }
  return { engine, context, insertShop, insertPerson, logged: () => logged.join(''), dispose }
}

export type TestOffice = Awaited<ReturnType<typeof openTestOffice>>
