import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { callGateway } from '@/lib/gateway/client/call'
import { correlatedLog } from '@/lib/core/server/log/log'
import { loadShop } from '@/lib/core/server/shop/load'
import { activity } from '@/lib/core/server/tables/requests'
import { syncs } from '@/lib/core/server/tables/mirrors'
import { onEachEngine } from '@/lib/db/testing-engines'
import { defaultFilters } from '@/lib/forwarding/schema'
import { sweepForwarding } from '@/lib/forwarding/server/start'
import { openReceiver } from '@/lib/forwarding/server/testing'
import { notifications } from '@/lib/notifications/server/tables'
import { apiOf, browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { eventually } from '@/lib/testing/eventually'
import { opened } from '@/lib/testing/opened'
import type { ShopConnection } from '../schema'

const product = {
  name: 'Card',
  description: 'Laid',
  currency: 'EUR',
  amount: 500,
  infinite: true,
  immortal: true,
}

onEachEngine('an archived shop beside one in use', (kind) => {
  const app = testApplication(kind)
  const receiver = opened(openReceiver)
  const api = apiOf(app, '/api/shops')
  const call = (method: string, path: string, body?: unknown, shop = 'sandbox-2') =>
    api(method, `${shop && `/${shop}`}${path}`, body)
  const connection = async () => (await call('GET', '/connection')).body as unknown as ShopConnection
  const archive = async (isArchived: boolean) =>
    call('PUT', '/archive', { version: (await connection()).version, is_archived: isArchived })
  const post = async (uid: string) => {
    const { body } = await call('GET', '')
    const path = new URL(String(body.notification_url)).pathname
    return fetch(`${app.url}${path}`, {
      method: 'POST',
      body: JSON.stringify({ transaction: { uid, status: 'successful', type: 'payment' } }),
    })
  }

  beforeAll(() => void (browser.person = app.owner.actor))

  it('was in use before', async () => {
    expect((await call('POST', '', { mode: 'sandbox', name: 'Old shop' }, '')).status).toBe(201)
    expect((await call('POST', '/products', product)).status).toBe(201)
    const endpoint = {
      name: 'Own',
      url: receiver.url,
      filters: { ...defaultFilters, grades: ['unverified'] },
    }
    expect((await call('POST', '/forwarding', endpoint)).status).toBe(201)
    expect((await archive(true)).body).toMatchObject({ archived: { by: app.owner.actor.name } })
  })

  it('is read and not changed', async () => {
    // Earlier failures are not tried again.
    const failure = { syncedAt: null, failedAt: new Date(), failure: 'gateway_unavailable' }
    await app.engine.db.update(syncs).set(failure).where(eq(syncs.shopId, 'sandbox-2'))
    const { body } = await call('GET', '/products')
    expect(body).toMatchObject({ items: [{ name: 'Card' }], syncing: false, refresh_failed_at: null })
    expect((await call('GET', '/gateway')).body).toMatchObject({ state: 'unknown' })
    for (const [method, path, change] of [
      ['POST', '/products', product],
      ['POST', '/products/sync', undefined],
      ['POST', '/connection/test', {}],
      ['PATCH', '/connection', { version: 2, name: 'New' }],
      ['PUT', '/payment-settings', { version: 2, checkout_attempts: 1 }],
    ] as const)
      expect(await call(method, path, change)).toMatchObject({
        status: 409,
        body: { code: 'shop_archived' },
      })
    expect((await call('POST', '/products', product, 'sandbox')).status).toBe(201)
  })

  it('calls no gateway', async () => {
    const shop = await loadShop(app.engine.db, 'sandbox-2')
    if (!shop) throw new Error('no shop')
    const context = { engine: app.engine, shop, log: correlatedLog(), actor: null }
    const asked = callGateway(context, { method: 'GET', url: `${shop.gatewayUrl}/products` })
    await expect(asked).rejects.toMatchObject({ code: 'shop_archived' })
  })

  it('records what its gateway posts, and sends it on once it is in use again', async () => {
    const uid = crypto.randomUUID()
    expect((await post(uid)).status).toBe(200)
    const wherePosted = and(eq(notifications.shopId, 'sandbox-2'), eq(notifications.uid, uid))
    await eventually(async () => expect(await app.engine.db.$count(notifications, wherePosted)).toBe(1))
    const messages = async () => (await call('GET', '/forwarding/messages')).body.items as unknown[]
    await eventually(async () => expect(await messages()).toHaveLength(1))
    expect(receiver.posts).toEqual([])
    expect((await archive(false)).body).toMatchObject({ archived: null })
    await sweepForwarding(app.engine) // As every minute.
    await eventually(() => expect(receiver.uids()).toEqual([uid]))
    expect((await call('POST', '/products', product)).status).toBe(201)
  })

  it('changes once for who saw it last, and each change is recorded', async () => {
    const { version } = await connection()
    const change = { version: version - 1, is_archived: true }
    expect(await call('PUT', '/archive', change)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await call('PUT', '/archive', { ...change, is_archived: false })).status).toBe(200)
    const rows = await app.engine.db
      .select()
      .from(activity)
      .where(eq(activity.shopId, 'sandbox-2'))
      .orderBy(activity.id)
    const actions = rows.map(({ action }) => action).filter((action) => /archived|taken/.test(action))
    expect(actions).toEqual(['shop.archived', 'shop.taken_back'])
  })
})
