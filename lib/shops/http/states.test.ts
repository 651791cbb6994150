import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { alerts } from '@/lib/alerts/server/tables'
import { shops } from '@/lib/core/server/tables/shops'
import { memberships, users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { apiOf, browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { otherShop } from '@/lib/testing/shops/other-shop'
import type { ShopStates } from '../states'

onEachEngine('how a person’s shops are in the menu of shops', (kind) => {
  const app = testApplication(kind)
  const ask = () => apiOf<ShopStates>(app, '/api/shops')('GET')
  const states = async () => (await ask()).body.items
  const ofOther = eq(memberships.shopId, otherShop)

  beforeAll(async () => {
    browser.person = app.owner.actor
    const open = (shopId: string, subject: string, closedAt: Date | null = null) => ({
      shopId,
      id: crypto.randomUUID(),
      kind: 'quarantine' as const,
      subject,
      closedAt,
    })
    await app.engine.db
      .insert(alerts)
      .values([
        open('sandbox', 'one'),
        open('sandbox', 'two'),
        open('sandbox', 'three', new Date()),
        open(otherShop, 'one'),
      ])
  })

  it('leaves out shops that the person does not belong to', async () => {
    expect(await states()).toEqual([{ id: 'sandbox', gateway: 'ok', open_alerts: 2 }])
    const { userId } = app.owner.actor
    await app.engine.db
      .insert(memberships)
      .values({ shopId: otherShop, userId, role: 'owner', disabledAt: new Date() })
    expect(await states()).toHaveLength(1)
  })

  it('counts open alerts for people who may see them, and calls no gateway', async () => {
    await app.engine.db.update(memberships).set({ role: 'support', disabledAt: null }).where(ofOther)
    const here = { id: 'sandbox', gateway: 'ok', open_alerts: 2 }
    expect(await states()).toEqual([here, { id: otherShop, gateway: 'unknown', open_alerts: null }])
    await app.engine.db.update(memberships).set({ role: 'manager' }).where(ofOther)
    expect(await states()).toEqual([here, { id: otherShop, gateway: 'unknown', open_alerts: 1 }])
    expect(app.sentToOther()).toEqual([])
  })

  it('leaves out shops that are being deleted', async () => {
    await app.engine.db.update(shops).set({ deletedAt: new Date() }).where(eq(shops.id, otherShop))
    expect(await states()).toMatchObject([{ id: 'sandbox' }])
  })

  it('is for signed-in people whose password is their own', async () => {
    browser.person = { ...app.owner.actor, mustChangePassword: true }
    expect(await ask()).toMatchObject({ status: 403, body: { code: 'password_change_needed' } })
    const stranger = { userId: crypto.randomUUID(), email: 'eve@shop.example', name: 'Eve' }
    const { userId: id, email, name } = stranger
    await app.engine.db.insert(users).values({ id, email, name, passwordHash: 'none' })
    browser.person = stranger
    expect(await states()).toEqual([])
    browser.person = null
    expect(await ask()).toMatchObject({ status: 401 })
  })
})
