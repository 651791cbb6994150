import { config } from '@/lib/core/server/config/config'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it, vi } from 'vitest'
import { shops } from '@/lib/core/server/tables/shops'
import { users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { gateOf } from '@/lib/gateway/client/breaker'
import { browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { otherShop } from '@/lib/testing/shops/other-shop'
import { diagnosis, type Diagnosis } from '../diagnosis'

onEachEngine('the diagnosis with two shops', (kind) => {
  const app = testApplication(kind)
  beforeEach(() => (browser.person = app.owner.actor))
  const ask = (at = '') => fetch(`${app.url}/api/installation/diagnosis${at}`)
  const read = async () => (await (await ask()).json()) as Diagnosis

  it('is for administrators, and its file needs a recent sign-in', async () => {
    browser.person = { ...app.owner.actor, provenSecondsAgo: 99_999 }
    expect([(await ask()).status, (await ask('/file')).status]).toEqual([200, 403])
    const id = crypto.randomUUID()
    await app.engine.db.insert(users).values({ id, email: 'maria@shop.example', name: 'Maria', passwordHash: '-' }) // prettier-ignore
    for (const [who, status] of [
      [null, 401],
      [{ userId: id, email: 'maria@shop.example', name: 'Maria', provenSecondsAgo: 0 }, 403],
    ] as const) {
      browser.person = who
      expect([(await ask()).status, (await ask('/file')).status]).toEqual([status, status])
    }
  })

  it('shows each shop’s gateway, mirrors and waiting work', async () => {
    const { db } = app.engine
    await db.execute(sql`DELETE FROM syncs`)
    await db.execute(sql`
        INSERT INTO syncs (shop_id, resource, synced_at, failed_at) VALUES
          ('sandbox', 'products', now() - interval '1 hour', NULL), (${otherShop}, 'products', NULL, now())`)
    const gate = gateOf(otherShop, new URL('https://silent.example'))
    expect(gate.isOpen).toBe(false)
    const found = diagnosis.parse(await read())
    const [one, other] = ['sandbox', otherShop].map((id) => found.shops.find((shop) => shop.id === id))
    expect(one?.mirrors).toMatchObject([{ resource: 'products', is_failing: false }])
    expect(other?.mirrors).toEqual([{ resource: 'products', age_seconds: null, is_failing: true }])
    const archive = (at: Date | null) =>
      db.update(shops).set({ archivedAt: at }).where(eq(shops.id, otherShop))
    await archive(new Date())
    const archived = diagnosis.parse(await read()).shops.find(({ id }) => id === otherShop)
    await archive(null)
    expect(archived?.mirrors).toMatchObject([{ is_failing: false }])
    const settings = config.get()
    config.set({ ...settings, sandbox: null })
    await db.update(shops).set({ mode: 'sandbox' }).where(eq(shops.id, otherShop))
    const off = diagnosis.parse(await read()).shops.find(({ id }) => id === otherShop)
    await db.update(shops).set({ mode: 'live' }).where(eq(shops.id, otherShop))
    config.set(settings)
    expect(off?.mirrors).toMatchObject([{ is_failing: false }])
    expect(found).toMatchObject({
      missing: [],
      database: {
        kind: kind === 'embedded' ? 'embedded' : 'postgresql',
        replica: kind === 'embedded' ? null : { state: 'current', passed_on: 0 },
      },
      backup: { last_good_at: null, last_outcome: null, is_overdue: false },
    })
    expect(found.database.versions.map(({ schema, is_current: isCurrent }) => [schema, isCurrent])).toEqual([
      ['public', true],
      ['sandbox', true],
    ])
    expect(found.instance.event_loop_p99_ms).toBeGreaterThanOrEqual(0)
    expect(found.database.bytes).toBeGreaterThan(1_000_000)
    expect(found.queues.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['backups.due', 'housekeeping', 'notifications.left-behind']),
    )
  })

  it('is a file that names nobody', async () => {
    vi.stubEnv('SMTP_PASSWORD', 'planted-mail-password')
    const answer = await ask('/file')
    const text = await answer.text()
    vi.unstubAllEnvs()
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="counterfoil-diagnosis-/)
    expect(JSON.parse(text)).toMatchObject({
      settings: { SMTP_PASSWORD: 'set' },
      database: { tables: { 'public.shops': { rows: expect.any(Number) as number } } },
    })
    for (const secret of [
      'planted',
      otherShop,
      'Sandbox',
      app.owner.actor.email,
      app.sealingKey.toString('hex'),
    ])
      // prettier-ignore
      expect([secret, text.includes(secret)]).toEqual([secret, false])
  })
})
