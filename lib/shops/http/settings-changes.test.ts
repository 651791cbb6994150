import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { ActivityKind } from '@/lib/core/activity'
import { defaultAlertRules } from '@/lib/alerts/schema'
import { recordActivity } from '@/lib/core/server/activity/record'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { memberships, users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { browser, successOf } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { otherShop } from '@/lib/testing/shops/other-shop'
import { settingsVersion } from '@/lib/testing/office'
import {
  installationPartNames,
  settingsPartNames,
  type InstallationChanges,
  type SettingsChanges,
  type SettingsPart,
} from '../settings-changes'

type Sent = { method: string; path: string; body: object }

/** Whether the request creates something new each time. */
const isAction = (part: string) => part === 'hook_addresses' || part === 'forwarding'

onEachEngine('who changed settings last over HTTP', (kind) => {
  const app = testApplication(kind)
  beforeAll(async () => {
    const { actor } = app.owner
    browser.person = actor
    await app.engine.db.insert(memberships).values({ shopId: otherShop, userId: actor.userId, role: 'owner' })
  })

  const call = successOf(app, '/api')
  const changes = (shop = 'sandbox') => call<SettingsChanges>('GET', `/shops/${shop}/settings-changes`)

  const each: Record<Exclude<SettingsPart, 'addresses' | 'people'>, Sent> = {
    general: { method: 'PATCH', path: '/connection', body: { name: 'Renamed' } },
    payments: { method: 'PUT', path: '/payment-settings', body: { checkout_attempts: 5 } },
    page_defaults: {
      method: 'PUT',
      path: '/page-defaults',
      body: { defaults: { language: 'de' } },
    },
    minor_units: {
      method: 'PUT',
      path: '/minor-units',
      body: { overrides: { HUF: 0 } },
    },
    reveal_limit: { method: 'PUT', path: '/reveal-limit', body: { per_hour: 5 } },
    hook_addresses: { method: 'POST', path: '/notification-settings/rotate', body: { keep_hours: 1 } },
    evidence: { method: 'PUT', path: '/notification-settings', body: { networks: ['192.0.2.0/24'] } },
    verification: { method: 'PUT', path: '/notification-settings', body: { verification_policy: 'known' } },
    notification_retention: { method: 'PUT', path: '/notification-settings', body: { payload_months: 24 } },
    forwarding: {
      method: 'POST',
      path: '/forwarding',
      body: { name: 'Till', url: 'https://till.example/' },
    },
    alert_rules: {
      method: 'PUT',
      path: '/alerts/settings',
      body: { rules: { ...defaultAlertRules, quarantine: { enabled: false } } },
    },
    alert_mail: {
      method: 'PUT',
      path: '/alerts/settings',
      body: { mail: { enabled: false, recipients: ['till@shop.example'] } },
    },
    alert_chat: {
      method: 'PUT',
      path: '/alerts/settings',
      body: { chat: { enabled: false, kind: 'discord' } },
    },
    factor_rule: { method: 'PUT', path: '/factor-rule', body: { roles: ['support'], grace_days: 7 } },
    retention: { method: 'PUT', path: '/retention', body: { enabled: true, months: 24, expected: 0 } },
    appearance: {
      method: 'PATCH',
      path: '/appearance',
      body: { public_name: 'Paper' },
    },
  }

  it('is nobody at first, for every part', async () => {
    const none = Object.fromEntries(settingsPartNames.map((part) => [part, null]))
    expect(await changes()).toEqual(none)
    expect(await changes(otherShop)).toEqual(none)
  })

  const send = async ({ method, path, body }: Sent, version: number) => {
    // Endpoints to forward to are records of their own, without a version.
    const sent = path === '/forwarding' ? body : { ...body, version }
    return fetch(`${app.url}/api/shops/sandbox${path}`, { method, body: JSON.stringify(sent) })
  }

  it.each(Object.entries(each))('is told for %s alone, with name and time', async (part, sent) => {
    const before = await changes()
    const version = await settingsVersion(app.engine.db)
    expect((await send(sent, version)).ok).toBe(true)
    const after = await changes()
    expect(after[part as SettingsPart]).toEqual({
      at: expect.any(String) as string,
      by: app.owner.actor.name,
    })
    expect({ ...after, [part]: null }).toEqual({ ...before, [part]: null })
  })

  it.each(Object.entries(each).filter(([part]) => !isAction(part)))(
    'is not told for %s after the same was saved again',
    async (_part, sent) => {
      const before = await changes()
      const version = await settingsVersion(app.engine.db)
      expect((await send(sent, version)).ok).toBe(true)
      expect(await changes()).toEqual(before)
      expect(await settingsVersion(app.engine.db)).toBe(version)
    },
  )

  it.each(Object.entries(each).filter(([, { path }]) => path !== '/forwarding'))(
    'refuses a change of %s by somebody who saw an earlier version, and changes nothing',
    async (_part, sent) => {
      const before = await changes()
      const version = await settingsVersion(app.engine.db)
      const refused = await send(sent, version - 1)
      expect(refused.status).toBe(409)
      expect(await refused.json()).toMatchObject({ code: 'conflict', current: { version } })
      expect(await changes()).toEqual(before)
      expect(await settingsVersion(app.engine.db)).toBe(version)
    },
  )

  it('covers people and addresses, also changes by the installation', async () => {
    const { db } = app.engine
    const record = (
      shop: string,
      action: ActivityKind,
      detail = {},
      actor: SignedIn | null = app.owner.actor,
    ) => recordActivity(db, { shop: { id: shop }, actor }, { action, subject: 'somebody', detail })
    await record('sandbox', 'person.role_changed')
    await record('sandbox', 'shop.changed', { apm_url: {} }, null)
    await record(otherShop, 'invitation.created')
    const seen = await changes()
    expect(seen.people).toMatchObject({ by: app.owner.actor.name })
    expect(seen.addresses).toMatchObject({ by: null })
    const other = await changes(otherShop)
    expect(Object.entries(other).flatMap(([part, change]) => (change ? [part] : []))).toEqual(['people'])
  })

  it('is shown only to people who may see the setting', async () => {
    const { db } = app.engine
    const asRole = async (role: 'owner' | 'manager' | 'support') => {
      await db.update(memberships).set({ role }).where(eq(memberships.shopId, 'sandbox'))
      return Object.keys(await changes()).toSorted()
    }
    expect(await asRole('manager')).toEqual(['forwarding'])
    expect(await asRole('support')).toEqual([])
    expect(await asRole('owner')).toEqual(settingsPartNames.toSorted())
  })

  it('is shown for the installation to its administrators', async () => {
    const installation = () => call<InstallationChanges>('GET', '/installation/changes')
    const none = Object.fromEntries(installationPartNames.map((part) => [part, null]))
    expect(await installation()).toEqual(none)
    const { version } = await call<{ version: number }>('GET', '/installation')
    await call('PATCH', '/installation', { version, shop_adders: 'owners' })
    const by = { at: expect.any(String) as string, by: app.owner.actor.name }
    expect(await installation()).toEqual({ ...none, adding: by })
    await call('PATCH', '/installation', { version: version + 1, is_sandbox_public: true })
    expect(await installation()).toEqual({ ...none, adding: by, sandbox: by })
    await call('PATCH', '/installation', { version: version + 2, factor_required: true })
    expect(await installation()).toEqual({ ...none, adding: by, sandbox: by, factor: by })
    await app.engine.db.update(users).set({ isAdministrator: false })
    const refused = await fetch(`${app.url}/api/installation/changes`)
    expect(refused.status).toBe(403)
  })
})
