import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { activity } from '@/lib/core/server/tables/requests'
import { shops } from '@/lib/core/server/tables/shops'
import { onEachEngine } from '@/lib/db/testing-engines'
import { browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { eventually } from '@/lib/testing/eventually'
import { otherShop } from '@/lib/testing/shops/other-shop'
import { minorUnitsText } from '../../gateway/values/minor-units'
import type { MinorUnitSettings } from '../minor-units'

onEachEngine('a shop’s decimals over HTTP', (kind) => {
  const app = testApplication(kind)
  beforeAll(() => void (browser.person = app.owner.actor))
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${app.url}/api/shops/sandbox${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    })
    return { status: response.status, text: await response.text() }
  }
  const read = async () => JSON.parse((await call('GET', '/minor-units')).text) as MinorUnitSettings
  const save = async (overrides: object) =>
    call('PUT', '/minor-units', { version: (await read()).version, overrides })

  it('change how amounts are written, in this shop only, and no amount', async () => {
    const product = { name: 'Dates', description: 'Box', infinite: true, immortal: true }
    expect((await call('POST', '/products', { ...product, currency: 'KWD', amount: 1234 })).status).toBe(201)
    const priced = async () => (await call('GET', '/products/export?columns=name,price,amount')).text
    expect(await priced()).toContain('Dates,1.234,1234')
    expect((await save({ KWD: 2 })).status).toBe(200)
    expect((await read()).overrides).toEqual({ KWD: 2 })
    expect(await priced()).toContain('Dates,12.34,1234')
    const [other] = await app.engine.db.select().from(shops).where(eq(shops.id, otherShop))
    expect(other?.minorUnits).toEqual({})
  })

  it('keep only overrides that differ from the table, and refuse invalid ones', async () => {
    expect((await save({ KWD: 3, JPY: 0, EUR: 0 })).status).toBe(200)
    expect((await read()).overrides).toEqual({ EUR: 0 })
    for (const wrong of [{ EUR: 5 }, { EUR: -1 }, { EUR: 1.5 }, { EUR: '2' }, { QQQ: 2 }, { constructor: 2 }])
      expect((await save(wrong)).status).toBe(422)
    expect((await read()).overrides).toEqual({ EUR: 0 })
  })

  it('keep a dry run from being sent at other prices than it showed', async () => {
    const file = 'name,description,currency,price,infinite\nSalt,Fine,BHD,12.345,true'
    const order = async () => {
      const response = await fetch(`${app.url}/api/shops/sandbox/products/import`, {
        method: 'POST',
        body: file,
      })
      return ((await response.json()) as { id: string }).id
    }
    const job = async (id: string) => JSON.parse((await call('GET', `/jobs/${id}`)).text) as { state: string }
    const planned = await order()
    await eventually(async () => expect((await job(planned)).state).toBe('planned'))
    const { overrides } = await read()
    expect((await save({ ...overrides, BHD: 2 })).status).toBe(200)
    const refused = await call('POST', `/jobs/${planned}/run`)
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([409, { code: 'decimals_changed' }])
    expect((await job(planned)).state).toBe('planned')
    expect((await save(overrides)).status).toBe(200)
    const again = await order()
    await eventually(async () => expect((await job(again)).state).toBe('planned'))
    expect((await call('POST', `/jobs/${again}/run`)).status).toBe(200)
    await eventually(async () => expect((await job(again)).state).toBe('done'))
  })

  it('keep a page that writes amounts otherwise from sending any', async () => {
    const { overrides } = await read()
    const stale = { 'counterfoil-decimals': minorUnitsText(overrides) }
    const tea = {
      name: 'Tea',
      description: 'Box',
      currency: 'OMR',
      amount: 1500,
      infinite: true,
      immortal: true,
    }
    const made = await call('POST', '/products', tea, { ...stale, 'idempotency-key': 'tea' })
    expect(made.status).toBe(201)
    const { id } = JSON.parse(made.text) as { id: string }
    expect((await save({ ...overrides, OMR: 2 })).status).toBe(200)

    const order = { amount: 1500, currency: 'OMR', description: 'Tea' }
    const operation = { kind: 'set_price', currency: 'OMR', amount: 1600 }
    const requests: [string, string, unknown][] = [
      ['POST', '/products', { ...tea, name: 'Green tea' }],
      ['PATCH', `/products/${id}`, { amount: 1600 }],
      ['POST', '/products/bulk', { operation, selection: { ids: [id] } }],
      ['POST', '/checkouts', { checkout: { transaction_type: 'payment', order } }],
      ['POST', '/checkout-templates', { name: 'Tea', fields: { order } }],
    ]
    const jobs = await call('GET', '/jobs')
    for (const [method, path, body] of requests) {
      const refused = await call(method, path, body, { ...stale, 'idempotency-key': path })
      expect([path, refused.status, JSON.parse(refused.text)]).toMatchObject([
        path,
        409,
        { code: 'decimals_changed' },
      ])
    }
    expect((await call('GET', '/products?q=green')).text).not.toContain('Green tea')
    expect(JSON.parse((await call('GET', `/products/${id}`)).text)).toMatchObject({ amount: 1500 })
    expect(JSON.parse((await call('GET', '/checkouts')).text)).toMatchObject({ items: [] })
    expect(await call('GET', '/jobs')).toEqual(jobs)

    // A repeated request gets the answer of the first, and what holds no amount is not refused.
    const again = await call('POST', '/products', tea, { ...stale, 'idempotency-key': 'tea' })
    expect([again.status, JSON.parse(again.text)]).toEqual([201, JSON.parse(made.text)])
    expect((await call('POST', `/products/${id}/archive`, undefined, stale)).status).toBe(200)

    const current = { 'counterfoil-decimals': minorUnitsText((await read()).overrides) }
    for (const [method, path, body] of requests) {
      const taken = await call(method, path, body, { ...current, 'idempotency-key': path })
      expect([path, taken.status < 300, taken.text]).toEqual([path, true, taken.text])
    }
    expect((await call('PATCH', `/products/${id}`, { amount: 1700 })).status).toBe(200)
    expect((await save(overrides)).status).toBe(200)
  })

  it('detect concurrent changes, and record each change', async () => {
    const { version } = await read()
    const change = { version, overrides: {} }
    const both = await Promise.all([
      call('PUT', '/minor-units', change),
      call('PUT', '/minor-units', { ...change, overrides: { EUR: 1 } }),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const recorded = and(eq(activity.shopId, 'sandbox'), eq(activity.action, 'minor_units.changed'))
    const rows = await app.engine.db.select().from(activity).where(recorded).orderBy(activity.id)
    expect(rows).toHaveLength(7)
    expect(rows[0]?.detail).toEqual({ from: {}, to: { KWD: 2 } })
  })
})
