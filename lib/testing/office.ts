import 'server-only'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { and, eq, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import pino from 'pino'
import { v7 as uuidv7 } from 'uuid'
import type { Role } from '../core/permissions'
import { adoptConfig, loadConfig } from '../core/server/config/config'
import type { ActorContext } from '../core/server/context'
import { describeError } from '../core/server/log/log'
import { secretKeyContext, loadShop } from '../core/server/shop/load'
import { shops } from '../core/server/tables/shops'
import { memberships, users } from '../core/server/tables/users'
import { engine as theEngine, type Engine } from '../db/engine'
import { openTestEngine, type EngineKind } from '../db/testing'
import { serverMigrations } from '../start/migrations'
import type { Database } from '../db/database'
import { opened } from './opened'
import { insertOtherShop } from './shops/other-shop'

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

type Conditions = [table: { shopId: PgColumn }, ...conditions: (SQL | undefined)[]]
export type WhereShop = (...conditions: Conditions) => SQL | undefined

/**
 * For tests: returns a condition that limits rows to this shop, with further conditions. Needed because the second shop
 * has the same IDs.
 */
export const whereShop = (shop: { id: string }, ...[table, ...conditions]: Conditions): SQL | undefined =>
  and(eq(table.shopId, shop.id), ...conditions)

/** For tests: deletes all rows of the shop from these tables. */
export const clearOf =
  ({ db }: Engine, whereThisShop: WhereShop) =>
  async (...tables: (PgTable & { shopId: PgColumn })[]): Promise<void> => {
    for (const table of tables) await db.delete(table).where(whereThisShop(table))
  }

export const testAppUrl = 'https://office.example'
export const testSecret = 'the secret: of the shop, ünïcödé'

/**
 * For tests: opens storage with a live shop, whose gateway is at `gatewayUrl`, and a member of it. A second shop has
 * the same IDs (shops/other-shop.ts).
 */
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
      SANDBOX_REACH: 'machine',
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
    return { ...person, role, provenSecondsAgo: 0 }
  }
  await insertOtherShop(engine)
  const shop = await insertShop('shop-361')
  const whereThisShop: WhereShop = (...conditions) => whereShop(shop, ...conditions)
  const context: ActorContext = { engine, shop, log, actor: await insertPerson(shop.id) }
  return {
    engine,
    context,
    whereShop: whereThisShop,
    clear: clearOf(engine, whereThisShop),
    insertShop,
    insertPerson,
    logged: () => logged.join(''),
    dispose,
  }
}

export type TestOffice = Awaited<ReturnType<typeof openTestOffice>>

/** For tests: an office for all tests of a suite (openTestOffice). */
export const testOffice = (kind: EngineKind, gatewayUrl?: () => string): TestOffice =>
  opened(() => openTestOffice(kind, gatewayUrl?.()))

/** For tests: the version of a shop's settings, which every change of them carries. */
export async function settingsVersion(db: Database, shopId = 'sandbox'): Promise<number> {
  const [row] = await db.select({ version: shops.version }).from(shops).where(eq(shops.id, shopId))
  if (!row) throw new Error(`no shop ${shopId}`)
  return row.version
}
