import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Session, User } from 'next-auth'
import type { JWT } from 'next-auth/jwt'
import type { Problem } from '@/lib/core/api/problem'
import { beginSession } from '@/lib/core/server/accounts/sessions'
import { authorise } from '@/lib/core/server/auth/access'
import { signedIn } from '@/lib/core/server/auth/actor'
import { authOptions } from '@/lib/core/server/auth/options'
import { log } from '@/lib/core/server/log/log'
import { factors } from '@/lib/core/server/tables/factors'
import { installation } from '@/lib/core/server/tables/installation'
import { activity } from '@/lib/core/server/tables/requests'
import { shops } from '@/lib/core/server/tables/shops'
import { memberships, users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { apiOf } from '@/lib/testing/browser'
import { otherShop } from '@/lib/testing/shops/other-shop'
import { settingsVersion } from '@/lib/testing/office'
import { testApplication } from '../../../testing/application'

/** Mocked, because next-auth's cookies need Next's request scope. Everything behind them is real. */
let token: JWT | null = null
vi.unmock('@/lib/core/server/auth/actor')
vi.mock('next-auth', () => ({
  getServerSession: async () =>
    token && authOptions().callbacks!.session!({ session: { expires: '' } as Session, token } as never),
}))
vi.mock('next/headers', () => ({ headers: async () => new Headers() }))

const day = 24 * 3600

onEachEngine('a second factor that is needed by a shop or the installation', (kind) => {
  const app = testApplication(kind)
  let userId: string

  beforeEach(async () => {
    const { db } = app.engine
    userId = app.owner.actor.userId
    await db.delete(factors)
    await db.delete(activity)
    await db.update(shops).set({ factorRoles: [], factorSince: null, factorGraceDays: 7 })
    await db.delete(installation)
    await db.delete(memberships).where(eq(memberships.shopId, otherShop))
    await db.insert(memberships).values({ shopId: otherShop, userId, role: 'owner' })
    await db.update(users).set({ isAdministrator: true, createdAt: sql`now() - interval '90 days'` })
    await db.update(memberships).set({ roleSince: sql`now() - interval '90 days'` })
    const began = await beginSession(db, userId, { address: '192.0.2.1', userAgent: 'A browser' })
    const user = { id: userId, version: 1, ...began } as User
    token = await authOptions().callbacks!.jwt!({ token: {}, user } as never)
  })

  const call = apiOf<Partial<Problem>>(app, '/api/')
  const entering = async (shop: string) => {
    const { status, body } = await call('GET', `shops/${shop}/products`)
    return [status, body.code]
  }
  const secondsLeft = async (shop: string) => {
    const person = await signedIn()
    return (await authorise(person!, shop, 'shop.read', log())).factorDueIn
  }
  const put = async (roles: string[], days: number) =>
    call('PUT', 'shops/sandbox/factor-rule', {
      roles,
      grace_days: days,
      version: await settingsVersion(app.engine.db),
    })

  it('reminds until the deadline, then closes only this shop until a factor is added', async () => {
    expect(await secondsLeft('sandbox')).toBeUndefined()
    expect(await put(['support', 'owner', 'owner'], 2)).toEqual({
      status: 200,
      body: { roles: ['owner', 'support'], grace_days: 2, version: 2 },
    })
    const left = (await secondsLeft('sandbox')) ?? 0
    expect([left > day, left <= 2 * day]).toEqual([true, true])
    expect(await entering('sandbox')).toEqual([200, undefined])
    await app.engine.db.update(shops).set({ factorSince: sql`now() - interval '3 days'` })
    expect(await entering('sandbox')).toEqual([403, 'factor_needed'])
    expect(await entering(otherShop)).not.toEqual([403, 'factor_needed'])
    // One’s own account stays open: that is where one adds it.
    expect((await call('GET', 'account/factors')).status).toBe(200)
    const factor = { id: crypto.randomUUID(), userId, kind: 'totp', name: 'Phone' } as const
    await app.engine.db.insert(factors).values(factor)
    expect(await entering('sandbox')).toEqual([403, 'factor_needed'])
    await app.engine.db.update(factors).set({ confirmedAt: new Date() })
    expect(await entering('sandbox')).toEqual([200, undefined])
    expect(await secondsLeft('sandbox')).toBeUndefined()
  })

  it.each([-1, 91, 'soon'])('is refused with %s days of grace', async (days) => {
    const { status, body } = await put(['owner'], days as number)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['grace_days']])
  })

  it('applies to its roles, with the same grace after a change of role', async () => {
    await put(['manager'], 2)
    await app.engine.db.update(shops).set({ factorSince: sql`now() - interval '30 days'` })
    expect(await entering('sandbox')).toEqual([200, undefined])
    await app.engine.db.update(memberships).set({ role: 'manager', roleSince: sql`now()` })
    expect(await entering('sandbox')).toEqual([200, undefined])
    await app.engine.db.update(memberships).set({ roleSince: sql`now() - interval '3 days'` })
    expect(await entering('sandbox')).toEqual([403, 'factor_needed'])
    await app.engine.db.update(memberships).set({ role: 'owner' })
  })

  it('is set by the installation for everybody, or for administrators', async () => {
    const read = await call('GET', 'installation')
    expect(read.body).toMatchObject({ factor_required: false, factor_grace_days: 7, version: 1 })
    const change = { factor_required: true, factor_grace_days: 0, version: 1 }
    expect(await call('PATCH', 'installation', change)).toMatchObject({
      status: 200,
      body: {
        factor_required: true,
        factor_grace_days: 0,
        version: 2,
        allowed_networks: read.body.allowed_networks,
      },
    })
    for (const shop of ['sandbox', otherShop]) expect(await entering(shop)).toEqual([403, 'factor_needed'])
    expect((await call('GET', 'installation')).body.code).toBe('factor_needed')
    expect((await call('GET', 'account')).status).toBe(200)
  })

  it('is recorded when it is changed, and only then', async () => {
    await put(['owner'], 3)
    await put(['owner'], 3)
    expect((await put(['admin'], 3)).status).toBe(422)
    expect((await put(['owner'], 91)).status).toBe(422)
    const rows = await app.engine.db.select().from(activity)
    expect(rows.map(({ action, shopId, detail }) => [action, shopId, detail])).toEqual([
      [
        'shop.factor_rule_changed',
        'sandbox',
        { from: { roles: [], grace_days: 7 }, to: { roles: ['owner'], grace_days: 3 } },
      ],
    ])
  })
})
