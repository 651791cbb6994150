import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { shops } from '@/lib/core/server/tables/shops'
import type { GatewayHealth } from '@/lib/core/shop'
import { onEachEngine } from '@/lib/db/testing-engines'
import { gatewayHealthOf } from '@/lib/gateway/client/health'
import { browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { otherShop } from '@/lib/testing/shops/other-shop'
import { callsTo } from './testing'

onEachEngine('what the overview says of a gateway after a test of its connection', (kind) => {
  const app = testApplication(kind)
  const { call } = callsTo(app)
  const health = async () => (await call<GatewayHealth>('GET', 'shops/sandbox/gateway')).body
  const testIt = async (body: Record<string, unknown> = {}) => {
    const { status } = await call('POST', 'shops/sandbox/connection/test', body)
    expect(status).toBe(200)
  }
  const whereSandbox = eq(shops.id, 'sandbox')
  /** The shop's original addresses. */
  let working: { gatewayUrl: string; apmUrl: string; checkoutUrl: string }
  const moveTo = async (url: string | null) => {
    const all = url === null ? working : { gatewayUrl: url, apmUrl: url, checkoutUrl: url }
    await app.engine.db.update(shops).set(all).where(whereSandbox)
  }
  /** An address where nothing listens. */
  const deadAddress = async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    return `http://127.0.0.1:${port}`
  }

  beforeAll(async () => {
    browser.person = app.owner.actor
    const [row] = await app.engine.db.select().from(shops).where(whereSandbox)
    if (!row) throw new Error('no shop')
    working = { gatewayUrl: row.gatewayUrl, apmUrl: row.apmUrl, checkoutUrl: row.checkoutUrl }
  })

  it('says that it does not answer, and what was asked, until it does again', async () => {
    await testIt()
    expect(await health()).toMatchObject({ state: 'ok', failure: null, request: expect.stringMatching(/^GET .*\/products$/) }) // prettier-ignore
    await moveTo(await deadAddress())
    await testIt()
    expect(await health()).toMatchObject({
      state: 'unanswered',
      latency_ms: null,
      failure: 'gateway_unavailable',
      request: 'GET /products',
    })
    await moveTo(null)
    await testIt()
    expect(await health()).toMatchObject({ state: 'ok', failure: null })
  })

  it('says nothing of a key or of addresses that the shop does not use', async () => {
    await testIt()
    const before = await health()
    await testIt({ secret_key: 'another-key-than-the-one-of-the-shop' })
    await testIt({ apm_url: 'https://nobody.invalid' })
    expect(await health()).toEqual(before)
  })

  it('says nothing of another shop', async () => {
    await testIt()
    const [row] = await app.engine.db.select().from(shops).where(eq(shops.id, otherShop))
    if (!row) throw new Error('no other shop')
    expect(gatewayHealthOf(row).state).toBe('unknown')
  })
})
