import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { alertList, type AlertList } from '@/lib/alerts/schema'
import { raiseAlert } from '@/lib/alerts/server/list'
import { alerts } from '@/lib/alerts/server/tables'
import { users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { apiOf, browser } from '../../testing/browser'
import { testApplication } from '../../testing/application'

onEachEngine('alerts of the installation over HTTP for its administrators', (kind) => {
  const app = testApplication(kind)
  beforeEach(async () => {
    browser.person = app.owner.actor
    await app.engine.db.delete(alerts)
    await app.engine.db
      .update(users)
      .set({ isAdministrator: true })
      .where(eq(users.id, browser.person.userId))
  })
  const call = apiOf<AlertList>(app, '/api/installation/alerts')
  const raise = (shopId: string | null, subject: string) =>
    raiseAlert(app.engine.db, shopId, { kind: 'secrets_changed', subject, detail: { count: 1 } })

  it('belong to no shop, and can be dismissed once', async () => {
    await raise('sandbox', 'of the shop')
    await raise(null, 'of the installation')
    const { status, body } = await call('GET')
    expect([status, alertList.parse(body).open.length]).toEqual([200, 1])
    const ofShop = await fetch(`${app.url}/api/shops/sandbox/alerts`)
    const [other] = ((await ofShop.json()) as AlertList).open
    expect(other?.id).not.toBe(body.open[0]?.id)
    expect((await call('POST', `/${other?.id}/dismiss`)).status).toBe(404)
    const dismissed = await call('POST', `/${body.open[0]?.id}/dismiss`)
    expect([dismissed.status, dismissed.body.open, dismissed.body.recent.length]).toEqual([200, [], 1])
  })

  it('are hidden from others, who can dismiss nothing', async () => {
    await raise(null, 'one')
    const [alert] = (await call('GET')).body.open
    await app.engine.db.update(users).set({ isAdministrator: false })
    expect((await call('GET')).status).toBe(403)
    expect((await call('POST', `/${alert?.id}/dismiss`)).status).toBe(403)
    browser.person = null
    expect((await call('GET')).status).toBe(401)
    expect((await app.engine.db.select().from(alerts))[0]?.closedAt).toBeNull()
  })
})
