import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { activity } from '@/lib/core/server/tables/requests'
import { shops } from '@/lib/core/server/tables/shops'
import { onEachEngine } from '@/lib/db/testing-engines'
import { browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { eventually } from '@/lib/testing/eventually'
import { otherShop } from '@/lib/testing/shops/other-shop'
import type { MinorUnitSettings } from '../minor-units'

onEachEngine('a shop’s decimals over HTTP', (kind) => {
  const app = testApplication(kind)
  beforeAll(() => void (browser.person = app.owner.actor))
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${app.url}/api/shops/sandbox${path}`, {
      method,
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
    expect(rows).toHaveLength(5)
    expect(rows[0]?.detail).toEqual({ from: {}, to: { KWD: 2 } })
  })
})
