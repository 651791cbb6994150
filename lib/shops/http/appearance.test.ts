import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { activity } from '@/lib/core/server/tables/requests'
import { shopLogos, shops } from '@/lib/core/server/tables/shops'
import { memberships } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { otherShop } from '@/lib/testing/shops/other-shop'
import type { Appearance } from '../appearance'
import { readLogo } from '../server/settings/appearance'
import { pngOf } from '../server/testing'

onEachEngine('the appearance of a shop over HTTP', (kind) => {
  const app = testApplication(kind)
  beforeAll(() => void (browser.person = app.owner.actor))
  beforeEach(() => void (browser.person = app.owner.actor))
  const at = (shop: string, path: string, init?: RequestInit) =>
    fetch(`${app.url}/api/shops/${shop}${path}`, init)
  const read = async (shop = 'sandbox') => (await (await at(shop, '/appearance')).json()) as Appearance
  const change = async (body: object, shop = 'sandbox') => {
    const { version } = await read(shop)
    const response = await at(shop, '/appearance', {
      method: 'PATCH',
      body: JSON.stringify({ version, ...body }),
    })
    const json = (await response.json()) as Appearance & { errors?: Record<string, string[]> }
    return { status: response.status, json }
  }
  const logo = pngOf(64, 32)
  const data = logo.toString('base64')

  it('has a public name, which can be taken away', async () => {
    expect(await read()).toMatchObject({ public_name: null, logo: null })
    const { json } = await change({ public_name: '  Corner Books ' })
    expect(json.public_name).toBe('Corner Books')
    expect((await change({ public_name: ' ' })).json.public_name).toBeNull()
    expect((await change({ public_name: 'x'.repeat(81) })).status).toBe(422)
  })

  it.each([
    ['a line end', 'Books\nPay here'],
    ['a control character', 'Books\u0007'],
    ['a C1 control', 'Books\u0085'],
    ['another direction', 'Books \u202ekooB'],
    ['an isolate', 'Books \u2067kooB\u2069'],
    ['a line separator', 'Books\u2028Pay here'],
    ['half a character', 'Books\ud800'],
  ])('has no public name with %s', async (_, name) => {
    const before = await read()
    const { status, json } = await change({ public_name: name })
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, ['public_name']])
    expect(await read()).toEqual(before)
  })

  it('has a public name with the direction marks that a language needs', async () => {
    expect((await change({ public_name: 'ספרים\u200f!' })).json.public_name).toBe('ספרים\u200f!')
    await change({ public_name: null })
  })

  it('has a logo, which is served as what it is, kept, and never run', async () => {
    expect((await at('sandbox', '/logo')).status).toBe(404)
    const { json } = await change({ logo: data })
    expect(json.logo).toMatchObject({ type: 'image/png', width: 64, height: 32, bytes: logo.length })
    const hash = json.logo?.hash ?? ''
    const served = await at('sandbox', `/logo?v=${hash}`)
    expect(Buffer.from(await served.arrayBuffer())).toEqual(logo)
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
      etag: `"${hash}"`,
    })
    const known = { headers: { 'if-none-match': `"${hash}"` } }
    expect((await at('sandbox', '/logo', known)).status).toBe(304)
    // An address with another picture's hash must not keep this one.
    expect((await at('sandbox', '/logo?v=another')).headers.get('cache-control')).toBe('private, no-cache')
  })

  it('is not kept under the hash of the one that it just replaced', async () => {
    const { hash } = (await read()).logo ?? {}
    const shop = { ...app.owner.shop, logoHash: 'before' }
    const served = await readLogo({ ...app.owner, shop }, { wanted: 'before', known: null })
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'cache-control': 'private, no-cache',
      etag: `"${hash}"`,
    })
  })

  it.each<[string, Buffer | string]>([
    ['a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a page', Buffer.from('<script>alert(1)</script>')],
    ['half a picture', logo.subarray(0, 40)],
    ['too small a picture', pngOf(15, 64)],
    ['too large a picture', pngOf(64, 1025)],
    ['too heavy a picture', pngOf(64, 64, { data: Buffer.alloc(180_001) })],
    ['no Base64', 'http://shop.example/logo.png'],
    ['nothing', ''],
  ])('refuses %s, and keeps the logo', async (_, wrong) => {
    const before = await read()
    const { status, json } = await change({
      logo: typeof wrong === 'string' ? wrong : wrong.toString('base64'),
    })
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, ['logo']])
    expect(await read()).toEqual(before)
  })

  it('belongs to the people of this shop', async () => {
    const { userId } = app.owner.actor
    await app.engine.db.insert(memberships).values({ shopId: otherShop, userId, role: 'owner' })
    expect((await at(otherShop, '/logo')).status).toBe(404)
    const theirs = pngOf(40, 40)
    await change({ logo: theirs.toString('base64'), public_name: 'Other' }, otherShop)
    expect(Buffer.from(await (await at(otherShop, '/logo')).arrayBuffer())).toEqual(theirs)
    expect(Buffer.from(await (await at('sandbox', '/logo')).arrayBuffer())).toEqual(logo)
    await app.engine.db
      .delete(memberships)
      .where(and(eq(memberships.shopId, otherShop), eq(memberships.userId, userId)))
    expect((await at(otherShop, '/logo')).status).toBe(404)
    browser.person = null
    expect((await at('sandbox', '/logo')).status).toBe(401)
  })

  it('is changed once by who saw it last, and each change is recorded without the picture', async () => {
    const { version } = await read()
    const patch = (body: object) =>
      at('sandbox', '/appearance', { method: 'PATCH', body: JSON.stringify({ version, ...body }) })
    const both = await Promise.all([patch({ public_name: 'One' }), patch({ logo: null })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await change({ logo: null })
    expect((await at('sandbox', '/logo')).status).toBe(404)
    const rows = await app.engine.db.select().from(shopLogos).where(eq(shopLogos.shopId, 'sandbox'))
    expect(rows).toEqual([])
    const recorded = and(eq(activity.shopId, 'sandbox'), eq(activity.action, 'appearance.changed'))
    const entries = await app.engine.db.select().from(activity).where(recorded).orderBy(activity.id)
    expect(entries[0]?.detail).toEqual({ public_name: { from: null, to: 'Corner Books' } })
    expect(JSON.stringify(entries)).not.toContain(data.slice(0, 20))
    const [other] = await app.engine.db.select().from(shops).where(eq(shops.id, otherShop))
    expect(other?.publicName).toBe('Other')
  })
})
