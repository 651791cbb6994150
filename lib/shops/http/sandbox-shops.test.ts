import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { config } from '@/lib/core/server/config/config'
import { shops } from '@/lib/core/server/tables/shops'
import { registerAllAtSandbox } from '../server/connection/introduce'
import { sandboxShops } from '../server/create'
import { callsTo } from './testing'

describe('shops that people add', () => {
  const app = testApplication()
  const { call, connection } = callsTo(app)
  beforeAll(() => {
    browser.person = app.owner.actor
  })

  it('can be made at the sandbox without anything to enter, beside the first one', async () => {
    const { status, body } = await call<{ id: string }>('POST', 'shops', {
      mode: 'sandbox',
      name: 'Second sandbox',
    })
    expect([status, body.id]).toEqual([201, 'sandbox-2'])
    expect((await call('POST', 'shops/sandbox-2/connection/test', {})).body.is_usable).toBe(true)
    const { version } = await connection('sandbox-2')
    expect((await call('PATCH', 'shops/sandbox-2/connection', { version, mode: 'live' })).status).toBe(422)
    const rotation = { version, secret_key: randomBytes(8).toString('hex'), keep_hours: 1 }
    expect((await call('POST', 'shops/sandbox-2/connection/key', rotation)).status).toBe(200)
    expect((await call('POST', 'shops/sandbox-2/connection/test', {})).body.is_usable).toBe(true)
  })

  it('at the sandbox get their notifications at another address after a restart', async () => {
    const { db } = app.engine
    const [before] = await db.select().from(shops).where(eq(shops.id, 'sandbox-2'))
    await db.update(shops).set({ publicKey: null }).where(eq(shops.id, 'sandbox-2'))
    await registerAllAtSandbox({ ...config.get(), selfOrigin: 'http://[fd00::5]:3999' })
    const [after] = await db.select().from(shops).where(eq(shops.id, 'sandbox-2'))
    expect(after?.publicKey).toBe(before?.publicKey)
    const { rows } = await db.execute(
      sql`SELECT notification_url FROM sandbox.shops ORDER BY notification_url`,
    )
    const at = (hookKey: string) => ({
      notification_url: `http://[fd00::5]:3999/api/hooks/${hookKey}/notification`,
    })
    expect(rows).toEqual(expect.arrayContaining([at(app.owner.shop.hookKey), at(before?.hookKey ?? '')]))
  })

  it('are there once if the sandbox does not answer, and registered with the next start', async () => {
    const settings = config.get()
    const sandbox = settings.sandbox && { ...settings.sandbox, url: 'http://127.0.0.1:9/sandbox' }
    config.set({ ...settings, sandbox })
    const made = await call<{ id: string }>('POST', 'shops', { mode: 'sandbox', name: 'Unheard' })
    config.set(settings)
    expect([made.status, made.body.id]).toEqual([201, 'sandbox-3'])
    const read = async () => (await app.engine.db.select().from(shops).where(eq(shops.id, 'sandbox-3')))[0]
    expect((await read())?.publicKey).toBeNull()
    await app.engine.db.update(shops).set({ apmUrl: settings.sandbox?.url }).where(eq(shops.id, 'sandbox-3'))
    await registerAllAtSandbox(settings)
    expect((await read())?.publicKey).toMatch(/^MII/)
  })

  it('at the sandbox keep their key while it is off', async () => {
    const sandbox = sandboxShops.get()
    const { version } = await connection('sandbox-2')
    const rotation = { version, secret_key: randomBytes(8).toString('hex'), keep_hours: 1 }
    sandboxShops.set(undefined as never)
    const refused = await call('POST', 'shops/sandbox-2/connection/key', rotation)
    sandboxShops.set(sandbox)
    expect(refused).toMatchObject({ status: 422, body: { errors: { base: [/no sandbox/] } } })
    expect(await connection('sandbox-2')).toMatchObject({ version })
  })
})
