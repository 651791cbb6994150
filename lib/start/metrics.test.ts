import { readFileSync } from 'node:fs'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { config } from '../core/server/config/config'
import { openLog } from '../core/server/log/log'
import { metrics } from '../core/server/metrics/metrics'
import { shops } from '../core/server/tables/shops'
import { engine } from '../db/engine'
import { onEachEngine } from '../db/testing-engines'
import { gateOf } from '../gateway/client/breaker'
import { forgetGates } from '../gateway/client/testing'
import { workFacts } from '../diagnosis/facts.mjs'
import { testOffice } from '../testing/office'
import { otherShop } from '../testing/shops/other-shop'
import { answerMetrics } from './metrics'

const token = 'a token for Prometheus'

onEachEngine('GET /api/metrics with two shops', (kind) => {
  const office = testOffice(kind)
  beforeAll(() => void openLog('silent'))
  const ask = (metricsToken: string | null, sent?: string) => {
    config.set({ ...config.get(), metricsToken })
    const headers: HeadersInit = sent === undefined ? {} : { authorization: `Bearer ${sent}` }
    return answerMetrics(new Request('https://office.example/api/metrics', { headers }))
  }

  it('is there only with a token', async () => {
    expect((await ask(null, token)).status).toBe(404)
    expect((await ask(token)).status).toBe(401)
    expect((await ask(token, 'another')).status).toBe(401)
    expect((await ask(token, token)).status).toBe(200)
  })

  it('has no age of a backup before the first good one', async () => {
    const text = await (await ask(token, token)).text()
    expect(text).toMatch(/^counterfoil_notifications_waiting 0$/m)
    expect(text).not.toMatch(/^counterfoil_(backup_age_seconds|backup_failed|retention_behind_seconds)/m)
  })

  it('tells of the process and of the database, and of no shop', async () => {
    metrics().requests.observe({ method: 'GET', status: 200 }, 0.02)
    metrics().commits.observe(3)
    await office.engine.db.execute(sql`
        INSERT INTO syncs (shop_id, resource, synced_at, failed_at)
        SELECT id, 'products', now() - interval '1 hour', now() FROM shops
        ON CONFLICT (shop_id, resource) DO UPDATE SET synced_at = excluded.synced_at, failed_at = excluded.failed_at`)
    await office.engine.db.execute(sql`
        INSERT INTO backups (id, started_at, lease_ends_at, ended_at, outcome, file, machine, is_encrypted)
        SELECT gen_random_uuid(), now() - hours * interval '1 hour', now(), now(), outcome, '-', '-', false
        FROM (VALUES (2, 'good'), (1, 'failed')) made (hours, outcome)`)
    await office.engine.db.execute(sql`
        UPDATE shops SET payload_months = 1, payloads_removed_before = now() - interval '1 month 3 hours'`)
    const text = await (await ask(token, token)).text()
    for (const line of [
      /^counterfoil_retention_behind_seconds 108\d\d/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
      /^process_resident_memory_bytes /m,
      /^counterfoil_api_request_seconds_count\{method="GET",status="200"\} /m,
      /^counterfoil_notification_commit_rows_sum /m,
      /^counterfoil_database_up 1$/m,
      /^counterfoil_notifications_waiting 0$/m,
      /^counterfoil_backup_age_seconds 72\d\d/m,
      /^counterfoil_backup_failed 1$/m,
      /^counterfoil_mirrors_failing\{resource="products"\} [2-9]$/m,
      /^counterfoil_mirror_age_seconds\{resource="products"\} 36\d\d/m,
    ])
      expect(text).toMatch(line)
    expect(text).not.toContain('shop-361')
  })

  it('leaves out the mirrors of archived and deleted shops, which are not synced', async () => {
    const { db } = office.engine
    const age = /^counterfoil_mirror_age_seconds\{resource="products"\} 36\d\d/m
    const failing = /^counterfoil_mirrors_failing\{resource="products"\} (\d+)$/m
    const count = async () => Number(failing.exec(await (await ask(token, token)).text())?.[1])
    const query = async (statement: string) => (await db.execute(sql.raw(statement))).rows
    const before = await count()
    await db.execute(sql`UPDATE syncs SET synced_at = now() - interval '9 days' WHERE shop_id = ${otherShop}`)
    for (const column of ['archived_at', 'deleted_at'].map((name) => sql.identifier(name))) {
      await db.execute(sql`UPDATE shops SET ${column} = now() WHERE id = ${otherShop}`)
      const text = await (await ask(token, token)).text()
      const { mirrors } = await workFacts(query, { isSandboxOn: true })
      await db.execute(sql`UPDATE shops SET ${column} = NULL WHERE id = ${otherShop}`)
      expect(text).toMatch(age)
      expect(Number(failing.exec(text)?.[1])).toBe(before - 1)
      const products = { resource: 'products', shops: before - 1, failing: before - 1 }
      expect(mirrors).toContainEqual(expect.objectContaining(products))
    }
    expect(await count()).toBe(before)
  })

  it('leaves out the mirrors of shops at the sandbox while that is off', async () => {
    const { db } = office.engine
    const failing = async () => {
      const text = await (await ask(token, token)).text()
      return Number(/^counterfoil_mirrors_failing\{resource="products"\} (\d+)$/m.exec(text)?.[1])
    }
    const before = await failing()
    const settings = config.get()
    await db.update(shops).set({ mode: 'sandbox' }).where(eq(shops.id, otherShop))
    const whileOff = await failing()
    const query = async (statement: string) => (await db.execute(sql.raw(statement))).rows
    const diagnosed = await Promise.all([false, true].map((isSandboxOn) => workFacts(query, { isSandboxOn })))
    config.set({ ...settings, sandbox: settings.sandboxIfOn })
    const whileOn = await failing()
    config.set(settings)
    await db.update(shops).set({ mode: 'live' }).where(eq(shops.id, otherShop))
    expect([settings.sandbox, whileOff, whileOn]).toEqual([null, before - 1, before])
    for (const [at, { mirrors }] of diagnosed.entries()) {
      const products = { resource: 'products', failing: before - 1 + at }
      expect(mirrors).toContainEqual(expect.objectContaining(products))
    }
  })

  it('tells of the replica, where there is one', async () => {
    office.engine.replica?.note('replica')
    const text = await (await ask(token, token)).text()
    const has = (line: RegExp) => expect(line.test(text)).toBe(kind === 'server')
    has(/^counterfoil_replica_current 1$/m)
    has(/^counterfoil_replica_behind_bytes 0$/m)
    has(/^counterfoil_replica_reads_total\{answered_by="replica"\} [1-9]/m)
    has(/^counterfoil_replica_reads_total\{answered_by="primary"\} 0$/m)
  })

  it('tells which hosts of gateways do not answer, and for how many shops', async () => {
    forgetGates()
    const [gatewayUrl, apmUrl, checkoutUrl] = ['silent', 'busy', 'fine'].map(
      (name) => `https://${name}.example`,
    )
    const shopsAt = (addresses: Partial<typeof shops.$inferInsert>, ...where: SQL[]) =>
      office.engine.db.update(shops).set(addresses).where(and(...where)) // prettier-ignore
    await shopsAt({ gatewayUrl, apmUrl, checkoutUrl })
    const host = new URL('https://silent.example')
    for (const shop of ['shop-361', 'shop-362'])
      for (let failures = 0; failures < 2; failures += 1)
        gateOf(shop, host).pass().failed({ isTimeOut: true })
    gateOf('shop-361', new URL('https://busy.example')).hold(60)
    gateOf('shop-361', new URL('https://fine.example')).pass().answered()
    const text = await (await ask(token, token)).text()
    for (const line of [
      'host="silent.example",state="open"} 2',
      'host="busy.example",state="held"} 1',
      'host="fine.example",state="closed"} 1',
    ])
      expect(text).toContain(`counterfoil_gateway_shops{${line}\n`)
    expect(text).not.toContain('shop-36')
    // One shop moves to another host, and the other one is archived.
    await shopsAt({ gatewayUrl: 'https://fine.example' }, eq(shops.id, 'shop-361'))
    await shopsAt({ archivedAt: new Date() }, eq(shops.id, 'shop-362'))
    const later = await (await ask(token, token)).text()
    expect(later).not.toContain('silent.example')
    expect(later).toContain('counterfoil_gateway_shops{host="fine.example",state="closed"} 1\n')
    await shopsAt({ archivedAt: null })
  })

  it('has each metric that the dashboard shows, which shows each of ours', async () => {
    const dashboard = readFileSync('deploy/grafana/counterfoil.json', 'utf8')
    const text = await (await ask(token, token)).text()
    const names = dashboard.match(/\b(?:counterfoil|nodejs|process)_\w+/g) ?? []
    expect(names.length).toBeGreaterThan(20)
    const known = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    const shown = names
      .map((name) => name.replace(/_(?:bucket|count|sum)$/, ''))
      .filter((name) => kind === 'server' || !name.startsWith('counterfoil_replica_'))
    expect(known).toEqual(expect.arrayContaining(shown))
    const isShown = (name = '') => /^counterfoil_(?!database_embedded$)/.test(name) // That one never changes.
    const ours = known.filter(isShown)
    expect(shown).toEqual(expect.arrayContaining(ours))
  })

  it('says that the database does not answer', async () => {
    const execute = () => Promise.reject(new Error('on purpose'))
    engine.set({ ...office.engine, db: Object.assign(Object.create(office.engine.db), { execute }) })
    const text = await (await ask(token, token)).text()
    engine.set(office.engine)
    expect(text).toMatch(/^counterfoil_database_up 0$/m)
  })
})
