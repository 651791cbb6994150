import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { adoptConfig, config, loadConfig } from '@/lib/core/server/config/config'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { installation } from '@/lib/core/server/tables/installation'
import { activity } from '@/lib/core/server/tables/requests'
import { shops } from '@/lib/core/server/tables/shops'
import { memberships, users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { runsSandbox } from '@/lib/start/storage/prepare'
import { apiOf, browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { checkoutClient } from '@/lib/testing/checkouts'
import { eventually } from '@/lib/testing/eventually'
import { opened } from '@/lib/testing/opened'
import { otherShop } from '@/lib/testing/shops/other-shop'
import type { InstallationSettings } from '../installation'

onEachEngine('settings of the installation over HTTP', (kind) => {
  const app = testApplication(kind)
  const client = opened(() => checkoutClient(app))
  beforeAll(() => void (browser.person = app.owner.actor))

  const call = apiOf(app, '/api/')
  const read = async () => (await call<InstallationSettings>('GET', 'installation')).body
  const change = async (what: object) => {
    browser.person = app.owner.actor
    return call<InstallationSettings>('PATCH', 'installation', { version: (await read()).version, ...what })
  }

  it('take an address for anchors, or none, and record no address', async () => {
    for (const wrong of ['nobody', 'a@b', 'a@shop.example, b@shop.example', 7]) {
      const { status, body } = await change({ anchor_recipient: wrong })
      expect([status, Object.keys(body.errors as object)]).toEqual([422, ['anchor_recipient']])
    }
    const { body } = await change({ anchor_recipient: ' audit@elsewhere.example ' })
    expect(body).toMatchObject({ anchor_recipient: 'audit@elsewhere.example' })
    expect((await change({ anchor_recipient: 'x@shop.example', version: 0 })).status).toBe(409)
    // No mail server is set up here.
    await eventually(async () => expect((await read()).anchor_mail).toMatchObject({ outcome: 'not_set_up' }))
    await eventually(() =>
      expect(app.takeErrors()).toMatchObject([{ message: 'anchors were not mailed: not_set_up' }]),
    )
    expect((await change({ anchor_recipient: '' })).body).toMatchObject({
      anchor_recipient: null,
      anchor_mail: null,
    })
    const whereChange = eq(activity.action, 'installation.changed')
    const rows = await app.engine.db.select().from(activity).where(whereChange)
    expect(JSON.stringify(rows)).toContain('anchor_recipient')
    expect(JSON.stringify(rows)).not.toContain('elsewhere.example')
    await app.engine.db.delete(activity).where(whereChange)
    await app.engine.db.delete(installation)
  })

  it('keep what a change does not name, and record only what changed', async () => {
    expect(await read()).toMatchObject({
      allowed_networks: [],
      shop_adders: 'administrators',
      has_sandbox: true,
      is_sandbox_public: false,
      sandbox: { is_running: true, is_given: true },
    })
    const saved = await change({ allowed_networks: ['10.0.0.0/8'] })
    expect(saved.body).toMatchObject({ allowed_networks: ['10.0.0.0/8'], shop_adders: 'administrators' })
    const same = await change({ allowed_networks: ['10.0.0.0/8'] })
    expect(same.body).toEqual(saved.body)
    await change({ shop_adders: 'owners' })
    const rows = await app.engine.db
      .select()
      .from(activity)
      .where(eq(activity.action, 'installation.changed'))
      .orderBy(activity.id)
    expect(rows.map(({ detail }) => detail)).toEqual([
      { allowed_networks: { from: [], to: ['10.0.0.0/8'] } },
      { shop_adders: { from: 'administrators', to: 'owners' } },
    ])
    expect((await change({ shop_adders: 'everybody' })).status).toBe(422)
  })

  it('say who may add shops', async () => {
    const { db } = app.engine
    const maria = { userId: crypto.randomUUID(), email: 'm@shop.example', name: 'Maria' }
    await db
      .insert(users)
      .values({ id: maria.userId, email: maria.email, name: maria.name, passwordHash: '-' })
    await db.insert(memberships).values({ shopId: otherShop, userId: maria.userId, role: 'manager' })
    const whereMaria = and(eq(memberships.userId, maria.userId), eq(memberships.shopId, otherShop))
    const adds = async (adders: string, membership: Partial<typeof memberships.$inferInsert>) => {
      await change({ shop_adders: adders })
      await db.update(memberships).set(membership).where(whereMaria)
      browser.person = maria
      const { status } = await call('POST', 'shops', { name: 'Second', mode: 'sandbox' })
      return status
    }
    expect(await adds('owners', { role: 'manager' })).toBe(403)
    expect(await adds('administrators', { role: 'owner' })).toBe(403)
    expect(await adds('owners', { role: 'owner', disabledAt: new Date() })).toBe(403)
    expect(await adds('owners', { role: 'owner', disabledAt: null })).toBe(201)
    // Owners may only add shops.
    expect((await call('GET', 'installation')).status).toBe(403)
    browser.person = app.owner.actor
  })

  it('say whether the next start runs the sandbox, unless the environment does', async () => {
    const refused = await change({ has_sandbox: false })
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['has_sandbox']])
    const given = config.get()
    adoptConfig({ ...given, isSandboxGivenOn: null })
    try {
      expect((await change({ has_sandbox: false })).body).toMatchObject({
        has_sandbox: false,
        sandbox: { is_running: true, is_given: false },
      })
      const { db } = app.engine
      const starts = (environment: Record<string, string>) =>
        runsSandbox(db, loadConfig({ ...environment, DATA_DIR: '/tmp' }))
      const own = { AUTH_SECRET: 'x'.repeat(40), SEALING_KEY: '00'.repeat(32) }
      const server = { ...own, DATABASE_URL: 'postgres://server' }
      expect(await starts(server)).toBe(false)
      expect(await starts({ ...server, SANDBOX: 'on' })).toBe(true)
      await change({ has_sandbox: true })
      expect(await starts(server)).toBe(true)
      expect(await starts({ ...server, SANDBOX: 'off' })).toBe(false)
      await db.update(installation).set({ hasSandbox: null })
      expect(await starts(server)).toBe(false)
    } finally {
      adoptConfig(given)
    }
  })

  it('close the payer pages of the sandbox to strangers while a live shop is connected', async () => {
    const setOther = (values: Partial<typeof shops.$inferInsert>) =>
      app.engine.db.update(shops).set(values).where(eq(shops.id, otherShop))
    const page = (as: SignedIn | null) => {
      browser.person = as
      return fetch(`${app.url}/sandbox/checkout?token=1`, { redirect: 'manual' })
    }
    const { token } = await client.make()
    const pays = async (as: SignedIn | null) => {
      browser.person = as
      return (await client.pay(token, { number: 'none' })).status
    }
    const closed = 404
    const open = 302
    expect([(await page(null)).status, await pays(null)]).toEqual([closed, closed])
    expect([(await page(app.owner.actor)).status, await pays(app.owner.actor)]).toEqual([open, 422])
    await change({ is_sandbox_public: true })
    expect([(await page(null)).status, await pays(null)]).toEqual([open, 422])
    await change({ is_sandbox_public: false })
    await setOther({ archivedAt: new Date() })
    expect((await page(null)).status).toBe(open)
    await setOther({ archivedAt: null, mode: 'test' })
    expect((await page(null)).status).toBe(open)
    await setOther({ mode: 'live' })
    expect((await page(null)).status).toBe(closed)
  })

  it('never close what a shop calls with its credentials, nor its demo payment', async () => {
    browser.person = app.owner.actor
    const paid = await call('POST', 'shops/sandbox/first-steps/demo-payment', {})
    expect(paid.status).toBe(201)
  })
})
