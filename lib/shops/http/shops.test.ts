import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { activity } from '@/lib/core/server/tables/requests'
import { shops } from '@/lib/core/server/tables/shops'
import { users } from '@/lib/core/server/tables/users'
import { ensureSandboxShop } from '@/lib/sandbox/shops/shops'
import { browser } from '@/lib/testing/browser'
import { eventually } from '@/lib/testing/eventually'
import { testApplication } from '@/lib/testing/application'
import type { ConnectionReport, ShopConnection } from '../schema'
import { callsTo } from './testing'

/** A shop at another gateway: in these tests the same sandbox, under a second shop ID, as a person would enter it. */
const gatewayShop = { id: 7007, key: 'first-key-of-the-shop', next: 'next-key-of-the-shop' }

describe('shops that people add', () => {
  const app = testApplication()
  const { call, connection } = callsTo(app)
  let base: string
  beforeAll(async () => {
    browser.person = app.owner.actor
    base = `${app.url}/sandbox`
    await setKey(gatewayShop.key)
  })

  const setKey = (secretKey: string) =>
    ensureSandboxShop(app.engine.db, app.engine.sealer, { shopId: gatewayShop.id, secretKey })
  const entered = (change: object = {}) => ({
    name: 'Paper shop',
    mode: 'test',
    time_zone: 'Asia/Tokyo',
    gateway_shop_id: gatewayShop.id,
    secret_key: gatewayShop.key,
    gateway_url: base,
    apm_url: base,
    checkout_url: base,
    ...change,
  })
  const tested = ({ name: _name, mode: _mode, time_zone: _zone, ...rest }: ReturnType<typeof entered>) => rest
  const codes = ({ addresses }: ConnectionReport) =>
    Object.fromEntries(
      addresses.map(({ address, checks }) => [
        address,
        checks.find(({ state }) => state === 'failed')?.code ?? 'fine',
      ]),
    )
  const allow = async (networks: string[]) => {
    const { body } = await call<{ version: number }>('GET', 'installation')
    return call('PATCH', 'installation', { version: body.version, allowed_networks: networks })
  }

  it('are added by administrators of the installation only', async () => {
    const stranger = { userId: crypto.randomUUID(), email: 'm@shop.example', name: 'Maria' }
    await app.engine.db
      .insert(users)
      .values({ id: stranger.userId, email: stranger.email, name: 'Maria', passwordHash: '-' })
    for (const [who, status] of [
      [null, 401],
      [stranger, 403],
    ] as const) {
      browser.person = who
      expect((await call('POST', 'shops', entered())).status).toBe(status)
      expect((await call('POST', 'shops/connection-test', tested(entered()))).status).toBe(status)
      expect((await call('GET', 'installation')).status).toBe(status)
      expect((await call('PATCH', 'installation', { version: 1, allowed_networks: [] })).status).toBe(status)
    }
    browser.person = app.owner.actor
    const refusal = /"event":"access.refused".*"account":"m@shop.example".*"reason":"administrator"/
    expect(
      app
        .logged()
        .split('\n')
        .filter((line) => refusal.test(line)),
    ).toHaveLength(4)
  })

  it('are not saved before the network of their gateway is allowed, unless the person says so', async () => {
    const refused = await call<{ current: { report: ConnectionReport } }>('POST', 'shops', entered())
    expect([refused.status, refused.body.code]).toEqual([422, 'connection_failed'])
    expect(codes(refused.body.current.report)).toMatchObject({ apm_url: 'address_refused' })
    expect(await app.engine.db.select().from(shops).where(eq(shops.gatewayShopId, gatewayShop.id))).toEqual(
      [],
    )
    expect((await allow(['127.0.0.0/8'])).status).toBe(200)
    const stale = await call('PATCH', 'installation', { version: 1, allowed_networks: [] })
    expect([stale.status, stale.body.current]).toMatchObject([409, { allowed_networks: ['127.0.0.0/8'] }])
    expect((await allow(['no network'])).status).toBe(422)
  })

  it('are tested with every address and credential on its own', async () => {
    const fine = await call<ConnectionReport>('POST', 'shops/connection-test', tested(entered()))
    expect([fine.body.is_usable, codes(fine.body)]).toEqual([
      true,
      { gateway_url: 'fine', apm_url: 'fine', checkout_url: 'fine' },
    ])
    const wrongKey = await call<ConnectionReport>(
      'POST',
      'shops/connection-test',
      tested(entered({ secret_key: 'wrong' })),
    )
    expect([wrongKey.body.is_usable, codes(wrongKey.body)]).toMatchObject([
      false,
      { apm_url: 'credentials_wrong', checkout_url: 'credentials_wrong' },
    ])
    const wrongPath = await call<ConnectionReport>(
      'POST',
      'shops/connection-test',
      tested(entered({ checkout_url: `${app.url}/nowhere` })),
    )
    expect(codes(wrongPath.body)).toEqual({
      gateway_url: 'fine',
      apm_url: 'fine',
      checkout_url: 'path_unknown',
    })
  })

  it.each<[object, string]>([
    [{ secret_key: 'two words' }, 'secret_key'],
    [{ secret_key: '  \n' }, 'secret_key'],
    [{ gateway_shop_id: 'shop-7' }, 'gateway_shop_id'],
    [{ apm_url: 'gateway.example' }, 'apm_url'],
    [{ apm_url: 'https://gateway.example/products' }, 'apm_url'],
    [{ apm_url: 'https://user:pass@gateway.example' }, 'apm_url'],
    [{ checkout_url: 'ftp://gateway.example' }, 'checkout_url'],
    [{ public_key: 'not a key' }, 'public_key'],
    [{ name: ' ' }, 'name'],
    [{ mode: 'real' }, 'mode'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
  ])('are refused with %j, on the field', async (change, field) => {
    const { status, body } = await call('POST', 'shops', entered(change))
    expect([status, body.errors]).toEqual([422, { [field]: [expect.any(String)] }])
  })

  it('are saved with the key as it is, without spaces and line ends around it, and read at once', async () => {
    const made = await call<{ id: string }>(
      'POST',
      'shops',
      entered({ secret_key: ` ${gatewayShop.key}\r\n`, gateway_shop_id: ' 7007 ', apm_url: `${base}/` }),
    )
    expect([made.status, made.body]).toEqual([201, { id: 'shop-7007' }])
    const shown = await connection('shop-7007')
    expect(shown).toMatchObject({ name: 'Paper shop', mode: 'test', apm_url: base, version: 1 })
    expect(shown.time_zone).toBe('Asia/Tokyo')
    expect(shown.secret_key).toMatchObject({ last_four: 'shop', set_by: app.owner.actor.name })
    await eventually(async () => {
      const { rows } = await app.engine.db.execute(
        sql`SELECT 1 FROM syncs WHERE shop_id = 'shop-7007' AND synced_at IS NOT NULL`,
      )
      expect(rows).toHaveLength(2)
    })
    const list = await call('GET', 'shops/shop-7007/products')
    expect(list.status).toBe(200)
  })

  it('are connected once: the second time the first is named', async () => {
    const { status, body } = await call<{ errors: { gateway_shop_id: string[] } }>(
      'POST',
      'shops',
      entered({ name: 'Twin' }),
    )
    expect(status).toBe(422)
    expect(body.errors.gateway_shop_id[0]).toContain('Paper shop (shop-7007)')
  })

  it('never show their secret key again, nor log it', async () => {
    const { body } = await call('GET', 'shops/shop-7007/connection')
    expect(JSON.stringify(body)).not.toContain(gatewayShop.key)
    expect(app.logged()).not.toContain(gatewayShop.key)
    expect(await app.dump()).not.toContain('first-key-of-the-shop","')
  })

  it('refuse the later of two changes, with the current values', async () => {
    const version = 1
    const change = (name: string) =>
      call<{ current: object }>('PATCH', 'shops/shop-7007/connection', { version, name })
    const both = await Promise.all([change('One'), change('Two')])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const refused = both.find(({ status }) => status === 409)
    const { name } = await connection('shop-7007')
    expect(refused?.body.current).toMatchObject({ name, version: 2 })
  })

  it('give their key to other addresses only with the and after a test', async () => {
    const { version } = await connection('shop-7007')
    const change = (more: object) => call('PATCH', 'shops/shop-7007/connection', { version, ...more })
    const elsewhere = { checkout_url: `${app.url}/nowhere` }
    const test = () => call('POST', 'shops/shop-7007/connection/test', elsewhere)
    const key = () =>
      call('POST', 'shops/shop-7007/connection/key', { version, secret_key: 'stolen', keep_hours: 1 })
    browser.person = { ...app.owner.actor, provenSecondsAgo: 100_000 }
    for (const attempt of [change(elsewhere), test(), key()])
      expect((await attempt).body.code).toBe('sign_in_again')
    browser.person = app.owner.actor
    expect(await change(elsewhere)).toMatchObject({ status: 422, body: { code: 'connection_failed' } })
    expect((await test()).body.is_usable).toBe(false)
    expect((await connection('shop-7007')).checkout_url).toBe(base)
  })

  it('rotate their key under load, and no notification is quarantined for it', async () => {
    const { version } = await connection('shop-7007')
    const [shop] = await app.engine.db.select().from(shops).where(eq(shops.id, 'shop-7007'))
    const post = async (key: string) => {
      const body = JSON.stringify({
        transaction: {
          uid: crypto.randomUUID(),
          status: 'successful',
          type: 'payment',
          amount: 1,
          currency: 'EUR',
        },
      })
      const authorization = `Basic ${Buffer.from(`${gatewayShop.id}:${key}`).toString('base64')}`
      const { status } = await fetch(`${app.url}/api/hooks/${shop?.hookKey}/notification`, {
        method: 'POST',
        body,
        headers: { authorization },
      })
      expect(status).toBe(200)
    }
    const rotate = (secretKey: string, more: object = {}) =>
      call<ShopConnection>('POST', 'shops/shop-7007/connection/key', {
        version,
        secret_key: secretKey,

        keep_hours: 24,
        ...more,
      })
    expect(await rotate(gatewayShop.next)).toMatchObject({ status: 422, body: { code: 'connection_failed' } })
    await setKey(gatewayShop.next)
    let isRotated = false
    const load = (async () => {
      while (!isRotated) await post(gatewayShop.key)
      for (let at = 0; at < 10; at++) await Promise.all([post(gatewayShop.key), post(gatewayShop.next)])
    })()
    const rotated = await rotate(gatewayShop.next)
    isRotated = true
    await load
    expect([rotated.status, rotated.body.old_keys]).toMatchObject([200, [{ last_four: 'shop' }]])
    const { rows } = await app.engine.db.execute(
      sql`SELECT DISTINCT authenticity FROM notifications WHERE shop_id = 'shop-7007'`,
    )
    expect(rows).toEqual([{ authenticity: 'credentials' }])
    expect((await call('POST', 'shops/shop-7007/products/sync', {})).status).toBeLessThan(300)
  })

  it('return to the old key in one step, and only to their own', async () => {
    const { version, old_keys: old } = await connection('shop-7007')
    const restore = (id?: string) =>
      call<ShopConnection>('POST', 'shops/shop-7007/connection/key/restore', { version, id })
    expect((await restore(crypto.randomUUID())).status).toBe(404)
    const back = await restore(old[0]?.id)
    expect([back.status, back.body.version, back.body.old_keys.length]).toEqual([200, version + 1, 1])
    expect((await restore(old[0]?.id)).status).toBe(409)
  })

  it('forget an old key that is to count no longer', async () => {
    await setKey(gatewayShop.next)
    const { version } = await connection('shop-7007')
    const body = { version, secret_key: gatewayShop.next, keep_hours: 0 }
    const { body: after } = await call<ShopConnection>('POST', 'shops/shop-7007/connection/key', body)
    expect(after.old_keys).toHaveLength(1)
    expect(
      await call('POST', 'shops/shop-7007/connection/key', { ...body, version: after.version }),
    ).toMatchObject({
      status: 422,
      body: { errors: { secret_key: [expect.any(String)] } },
    })
  })

  it('record each change without a secret', async () => {
    const rows = await app.engine.db
      .select()
      .from(activity)
      .where(eq(activity.shopId, 'shop-7007'))
      .orderBy(activity.id)
    expect(rows.map(({ action }) => action).filter((action) => action.startsWith('shop.'))).toEqual([
      'shop.added',
      'shop.changed',
      'shop.key_replaced',
      'shop.key_restored',
      'shop.key_replaced',
    ])
    expect(JSON.stringify(rows)).not.toMatch(/key-of-the-shop/)
  })

  it('become live only with a verification endpoint that has HTTPS', async () => {
    const whereShop = eq(shops.id, 'shop-7007')
    const { db } = app.engine
    const toLive = async () => {
      const { version } = await connection('shop-7007')
      return call('PATCH', 'shops/shop-7007/connection', { version, mode: 'live' })
    }
    await db.update(shops).set({ verificationEndpoint: 'http://10.0.0.1/verify' }).where(whereShop)
    expect(await toLive()).toMatchObject({ status: 422, body: { errors: { mode: [expect.any(String)] } } })
    expect((await connection('shop-7007')).mode).toBe('test')
    await db.update(shops).set({ verificationEndpoint: 'https://shop.example/verify' }).where(whereShop)
    expect((await toLive()).status).toBe(200)
    await db.update(shops).set({ verificationEndpoint: null, mode: 'test' }).where(whereShop)
  })
})
