import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { shops } from '@/lib/core/server/tables/shops'
import { syncs } from '@/lib/core/server/tables/mirrors'
import { memberships, users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { forgetKnownShops } from '@/lib/notifications/server/receiving/verify'
import { notifications } from '@/lib/notifications/server/tables'
import type { FirstSteps } from '@/lib/overview/schema'
import { invitations } from '@/lib/people/server/tables'
import { browser } from '../../testing/browser'
import { checkoutClient } from '../../testing/checkouts'
import { testApplication } from '../../testing/application'
import { opened } from '../../testing/opened'

const provider = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicKey = provider.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

onEachEngine('the first steps of a real shop over HTTP', (kind) => {
  const app = testApplication(kind)
  const client = opened(() => checkoutClient(app))
  const setShop = async (change: Partial<typeof shops.$inferInsert>) => {
    await app.engine.db.update(shops).set(change).where(eq(shops.id, app.owner.shop.id))
    forgetKnownShops()
  }

  beforeEach(async () => {
    browser.person = app.owner.actor
    await app.clear(notifications, syncs)
    await setShop({ mode: 'live', publicKey, networks: [] })
  })

  const steps = async () => {
    const response = await fetch(`${app.url}/api/shops/sandbox/first-steps`)
    const { steps: all } = (await response.json()) as FirstSteps
    return Object.fromEntries(all.map(({ name, done, problem }) => [name, done ? 'done' : problem]))
  }
  const post = (headers: Record<string, string>, key?: typeof provider.privateKey) => {
    const body = JSON.stringify({ transaction: { uid: crypto.randomUUID(), status: 'failed' } })
    const signature = key && sign('RSA-SHA256', Buffer.from(body), key).toString('base64')
    return fetch(client.hook(), {
      method: 'POST',
      headers: { ...headers, ...(signature && { 'content-signature': signature }) },
      body,
    })
  }
  const wrong = { authorization: `Basic ${Buffer.from('361:wrong').toString('base64')}` }

  it('show what the newest notification proves about the keys, and problems', async () => {
    expect(await steps()).toMatchObject({ shop: null, address: null, key: null, payment: null })
    await post({})
    expect(await steps()).toMatchObject({ address: 'no_evidence', key: null })
    await post(wrong)
    expect(await steps()).toMatchObject({ address: 'credentials_failed', key: null })
    await post({}, stranger.privateKey)
    expect(await steps()).toMatchObject({ address: 'signature_failed', key: 'signature_failed' })
    await client.notify({ transaction: { uid: crypto.randomUUID(), status: 'failed' } })
    expect(await steps()).toMatchObject({ address: 'done', key: 'signature_failed' })
    await post({}, provider.privateKey)
    expect(await steps()).toMatchObject({ address: 'done', key: 'done' })
  })

  it('ask for the key that a signature needs, and name a network that is not allowed', async () => {
    await setShop({ publicKey: null })
    await post({}, provider.privateKey)
    expect(await steps()).toMatchObject({ address: 'no_evidence', key: 'no_key' })
    await setShop({ networks: ['192.0.2.0/24'] })
    await post({})
    expect(await steps()).toMatchObject({ address: 'network_outside' })
  })

  it('are done with the connection once products and customers were read', async () => {
    const shopId = app.owner.shop.id
    await app.engine.db
      .insert(syncs)
      .values({ shopId, resource: 'products', failedAt: new Date(), failure: 'gateway_unavailable' })
    expect(await steps()).toMatchObject({ shop: 'not_read' })
    await app.engine.db.update(syncs).set({ failedAt: null, failure: null, syncedAt: new Date() })
    expect(await steps()).toMatchObject({ shop: null })
    await app.engine.db.insert(syncs).values({ shopId, resource: 'customers', syncedAt: new Date() })
    expect(await steps()).toMatchObject({ shop: 'done' })
  })

  it('count no colleague who is disabled, and no invitation that has expired or was accepted', async () => {
    const { db } = app.engine
    const shopId = app.owner.shop.id
    const userId = crypto.randomUUID()
    await db.insert(users).values({ id: userId, email: 'c@shop.example', name: 'C', passwordHash: '' })
    await db.insert(memberships).values({ shopId, userId, role: 'support', disabledAt: new Date() })
    const invite = { email: 'd@shop.example', name: 'D', role: 'support' as const, createdBy: userId }
    const invitation = { ...invite, shopId, id: crypto.randomUUID(), tokenHash: randomBytes(32) }
    await db.insert(invitations).values({ ...invitation, expiresAt: new Date(Date.now() - 1000) })
    expect(await steps()).toMatchObject({ colleague: null })
    const later = new Date(Date.now() + 60_000)
    await db.update(invitations).set({ expiresAt: later, acceptedAt: new Date() })
    expect(await steps()).toMatchObject({ colleague: null })
    await db.update(invitations).set({ acceptedAt: null })
    expect(await steps()).toMatchObject({ colleague: 'done' })
    await db.delete(invitations)
    await db.update(memberships).set({ disabledAt: null })
    expect(await steps()).toMatchObject({ colleague: 'done' })
  })

  it('leave the signature out in the sandbox', async () => {
    await setShop({ mode: 'sandbox' })
    expect(Object.keys(await steps())).toEqual(['shop', 'product', 'payment', 'address', 'colleague'])
  })
})
