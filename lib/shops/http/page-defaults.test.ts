import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { activity } from '@/lib/core/server/tables/requests'
import { shops } from '@/lib/core/server/tables/shops'
import { onEachEngine } from '@/lib/db/testing-engines'
import { apiOf, browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { otherShop } from '@/lib/testing/shops/other-shop'
import type { PageDefaultSettings } from '../page-defaults'

const page = (name: string) => `https://shop.example/${name}`

onEachEngine('payment page defaults over HTTP', (kind) => {
  const app = testApplication(kind)
  beforeAll(() => void (browser.person = app.owner.actor))
  const call = apiOf(app, '/api/shops/sandbox/page-defaults')
  const read = async () => (await call<PageDefaultSettings>('GET')).body
  const save = async (defaults: object) =>
    call<PageDefaultSettings & { errors?: Record<string, string[]> }>('PUT', '', {
      version: (await read()).version,
      defaults,
    })

  it('are empty at first, and kept for this shop only', async () => {
    expect(await read()).toMatchObject({ defaults: {} })
    const defaults = {
      language: 'de',
      fail_url: page('failed'),
      visible: ['phone', 'email', 'phone'],
      read_only: [],
    }
    const saved = await save(defaults)
    expect(saved.status).toBe(200)
    expect(saved.body.defaults).toEqual({
      language: 'de',
      fail_url: page('failed'),
      visible: ['phone', 'email'],
    })
    expect(await read()).toEqual(saved.body)
    const [other] = await app.engine.db.select().from(shops).where(eq(shops.id, otherShop))
    expect(other?.pageDefaults).toEqual({})
  })

  it.each<[object, string]>([
    [{ language: 'qq' }, 'language'],
    [{ language: 'en-US' }, 'language'],
    [{ language: '' }, 'language'],
    [{ return_url: 'shop.example' }, 'return_url'],
    [{ return_url: 'javascript:alert(1)' }, 'return_url'],
    [{ cancel_url: 'ftp://shop.example/' }, 'cancel_url'],
    [{ fail_url: page('x'.repeat(2000)) }, 'fail_url'],
    [{ return_url: page('back'), success_url: page('paid') }, 'success_url'],
    [{ visible: ['passport'] }, 'visible.0'],
    [{ visible: 'email' }, 'visible'],
    [{ read_only: ['email'] }, 'read_only.0'],
  ])('refuse %j', async (defaults, field) => {
    const before = await read()
    const { status, body } = await save(defaults)
    expect(status).toBe(422)
    expect(Object.keys(body.errors ?? {})).toEqual([`defaults.${field}`])
    expect(await read()).toEqual(before)
  })

  it('refuse unknown fields', async () => {
    expect((await save({ colour: 'red' })).status).toBe(422)
  })

  it('detect concurrent changes, and record values before and after', async () => {
    const { version } = await read()
    const both = await Promise.all([
      call('PUT', '', { version, defaults: { language: 'fr' } }),
      call('PUT', '', { version, defaults: { language: 'it' } }),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { defaults } = await read()
    await save(defaults) // Changes nothing, so that nothing is recorded.
    const recorded = and(eq(activity.shopId, 'sandbox'), eq(activity.action, 'page_defaults.changed'))
    const rows = await app.engine.db.select().from(activity).where(recorded).orderBy(activity.id)
    expect(rows.map(({ detail }) => detail)).toEqual([
      { from: {}, to: { language: 'de', fail_url: page('failed'), visible: ['phone', 'email'] } },
      { from: rows[0]?.detail.to, to: defaults },
    ])
  })
})
