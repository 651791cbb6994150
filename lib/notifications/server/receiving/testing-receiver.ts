import { generateKeyPairSync, sign } from 'node:crypto'
import { asc, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Shop } from '../../../core/server/context'
import type { EngineKind } from '../../../db/testing'
import { mirrorProducts } from '../../../products/server/mirror/mirror'
import { products } from '../../../products/server/tables'
import { eventually } from '../../../testing/eventually'
import { listen, openTestOffice, testSecret, type TestOffice } from '../../../testing/office'
import { otherShop } from '../../../testing/shops/other-shop'
import { receiveNotification } from './receive'
import { notifications } from '../tables'

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const publicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
export const credentials = { authorization: `Basic ${Buffer.from(`361:${testSecret}`).toString('base64')}` }
export const signature = (body: string | Buffer) => ({
  'content-signature': sign('RSA-SHA256', Buffer.from(body), keys.privateKey).toString('base64'),
})
export const payment = (change: Record<string, unknown> = {}) =>
  JSON.stringify({
    transaction: { uid: crypto.randomUUID(), status: 'successful', amount: 1250, currency: 'EUR', ...change },
  })

/**
 * For tests: a shop with a key pair. `asked` has the addresses requested from its gateway. Each test begins without
 * notifications and products.
 */
export function receivingBench(kind: EngineKind) {
  let office: TestOffice
  let shop: Shop
  let gateway: Awaited<ReturnType<typeof listen>>
  const asked: string[] = []
  beforeAll(async () => {
    gateway = await listen((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(200).end(JSON.stringify({ id: request.url?.split('/').pop(), name: 'Refreshed' }))
    })
    office = await openTestOffice(kind, gateway.url)
    shop = await office.insertShop('shop-signed', publicKey)
  })
  afterAll(async () => {
    await office.dispose()
    await gateway.close()
  })
  beforeEach(async () => {
    await office.engine.db.delete(notifications)
    await office.engine.db.delete(products)
    asked.length = 0
  })

  const receive = (body: BodyInit, headers: Record<string, string> = {}, key = shop.hookKey) =>
    receiveNotification(
      key,
      new Request('http://localhost/hook', {
        method: 'POST',
        body,
        headers,
        duplex: 'half',
      } as RequestInit),
    )
  const rows = () =>
    office.engine.db
      .select()
      .from(notifications)
      .where(ne(notifications.shopId, otherShop))
      .orderBy(asc(notifications.id))
  const processed = () =>
    eventually(async () => {
      const all = await rows()
      expect(all.length).toBeGreaterThan(0)
      expect(all.every(({ processedAt }) => processedAt !== null)).toBe(true)
      return all
    })
  const mirror = (...made: Record<string, unknown>[]) =>
    mirrorProducts(office.engine.db, shop.id, made as never, new Date())
  const context = () => ({ ...office.context, shop })
  return {
    asked,
    receive,
    rows,
    processed,
    mirror,
    context,
    get office() {
      return office
    },
    get shop() {
      return shop
    },
  }
}
