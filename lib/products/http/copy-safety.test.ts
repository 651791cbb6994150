import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import type { Role } from '@/lib/core/permissions'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { shops } from '@/lib/core/server/tables/shops'
import { memberships, users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { createAtGateway } from '@/lib/gateway/client/endpoints'
import { productCreate } from '@/lib/gateway/products/product'
import type { JobDetail, CopyList } from '@/lib/jobs/schema'
import { createJob } from '@/lib/jobs/server/create'
import { wakeLeftBehind } from '@/lib/jobs/server/start'
import { browser } from '@/lib/testing/browser'
import { otherShop } from '@/lib/testing/shops/other-shop'
import { unzip } from '@/lib/testing/unzip'
import { testCopies } from '../../testing/shops/copies'

onEachEngine('a copy of products to another shop over HTTP', (kind) => {
  const { app, source, target, plan, order } = testCopies(kind)

  /** Inserts a person with a role in each shop. */
  const colleague = async (roles: Record<string, Role>) => {
    const one = { userId: uuidv7(), email: `${uuidv7()}@shop.example`, name: 'Sam' }
    await app.engine.db
      .insert(users)
      .values({ id: one.userId, email: one.email, name: one.name, passwordHash: 'none' })
    for (const [shopId, role] of Object.entries(roles))
      await app.engine.db.insert(memberships).values({ shopId, userId: one.userId, role })
    return one
  }
  const as = async <Result>(who: SignedIn, run: () => Promise<Result>): Promise<Result> => {
    browser.person = who
    return run().finally(() => (browser.person = app.owner.actor))
  }
  const statusFor = (who: SignedIn, body: object) => as(who, async () => (await order(body)).status)

  it('needs membership of both shops and writing in the target; others see neither', async () => {
    const { id } = await source.make({ name: 'Walled' })
    const { id: to } = target.context.shop
    const body = { selection: { ids: [id] } }
    expect(await statusFor(await colleague({ [to]: 'owner' }), body)).toBe(404)
    expect(await statusFor(await colleague({ sandbox: 'owner' }), body)).toBe(404)
    expect(await statusFor(await colleague({ sandbox: 'owner', [to]: 'support' }), body)).toBe(403)
    expect(await statusFor(await colleague({ sandbox: 'support', [to]: 'manager' }), body)).toBe(202)
    expect((await order({ ...body, from: otherShop })).status).toBe(404)
    expect((await order({ ...body, from: 'no-shop' })).status).toBe(404)
    expect(await order({ ...body, from: to })).toMatchObject({ status: 422 })
    expect((await order({ ...body, match: 'price' })).status).toBe(422)
    const both = { expired_at: '2032-01-01T00:00:00Z', immortal: true }
    expect((await order({ ...body, ...both })).status).toBe(422)
  })

  it('copies from an archived shop, and never into one', async () => {
    const { id } = await source.make({ name: 'Put away' })
    const archive = (shop: string, archivedAt: Date | null) =>
      app.engine.db.update(shops).set({ archivedAt }).where(eq(shops.id, shop))
    const { id: to } = target.context.shop
    await archive(to, new Date())
    expect(await order({ selection: { ids: [id] } })).toMatchObject({
      status: 409,
      json: { code: 'shop_archived' },
    })
    await archive(to, null)
    await archive('sandbox', new Date())
    const planned = await plan([id])
    expect(await target.run(planned.id)).toMatchObject({ counts: { done: 1 } })
    await archive('sandbox', null)
  })

  it('hides the other shop from colleagues who do not belong to it', async () => {
    const { id } = await source.make({ name: 'Told' })
    const planned = await plan([id])
    const sam = await colleague({ [target.context.shop.id]: 'manager' })
    await as(sam, async () => {
      const { text, json } = await target.call('GET', `/jobs/${planned.id}`)
      expect(json).toMatchObject({ order: { from: null, selection: null, match: 'name' } })
      const rows = await target.call('GET', `/jobs/${planned.id}/rows`)
      const report = await target.call('GET', `/jobs/${planned.id}/report`)
      for (const body of [text, rows.text, report.text]) {
        expect(body).not.toContain('Sandbox')
        expect(body).not.toContain(id)
      }
      // The plan belongs to this shop: anyone who may write here may run it.
      expect(await target.run(planned.id)).toMatchObject({ counts: { done: 1 } })
    })
  })

  it('hides the other shop in an export, and if its order is unreadable', async () => {
    const { id } = await source.make({ name: 'Exported' })
    const planned = await plan([id])
    const { id: to } = target.context.shop
    const [sam, owner] = [await colleague({ [to]: 'manager' }), await colleague({ [to]: 'owner' })]
    await as({ ...owner, provenSecondsAgo: 0 }, async () => {
      const exported = await fetch(`${app.url}/api/shops/${to}/export`)
      expect(exported.status).toBe(200)
      const files = unzip(Buffer.from(await exported.arrayBuffer()))
      const linesOf = (table: string) =>
        (files[`records/${table}.ndjson`] ?? '').split('\n').filter((line) => line.includes(planned.id))
      expect(linesOf('tasks').map((line) => (JSON.parse(line) as { order: object }).order)).toEqual([
        { match: 'name' },
      ])
      expect(linesOf('task_rows').map((line) => JSON.parse(line) as object)).toMatchObject([
        { change: { name: 'Exported' }, cells: null },
      ])
      expect(Object.values(files).join('\n')).not.toContain(id)
    })
    await target.setJob(planned.id, { order: { from: 'sandbox', selection: { ids: id } } })
    await as(sam, async () => {
      const { json } = await target.call('GET', `/jobs/${planned.id}`)
      expect((json as JobDetail).order).toEqual({ from: null, selection: null, match: null })
    })
  })

  it('is listed in the source for people who may see the job', async () => {
    const { id } = await source.make({ name: 'Listed' })
    const planned = await plan([id])
    const copies = async () => ((await source.call('GET', '/jobs/copies')).json as CopyList).items
    expect((await copies())[0]).toMatchObject({
      to: { id: target.context.shop.id, name: 'Live to be', mode: 'sandbox' },
      job: { id: planned.id, kind: 'products.copy' },
    })
    const stranger = await colleague({ sandbox: 'owner' })
    expect(await as(stranger, copies)).toEqual([])
    expect((await target.call('GET', '/jobs/copies')).json).toEqual({ items: [] })
  })

  it('stops where the person has left the source before the dry run', async () => {
    const sam = await colleague({ [target.context.shop.id]: 'manager' })
    const { id } = await createJob(
      { ...target.context, actor: { ...sam, role: 'manager' } },
      {
        kind: 'products.copy',
        state: 'planning',
        order: { from: 'sandbox', selection: { query: {} }, match: 'name' },
      },
    )
    expect(await target.until(id, 'failed')).toMatchObject({ failure: 'forbidden', counts: { total: 0 } })
  })

  it('creates each product once if two people copy the same', async () => {
    const ids = [(await source.make({ name: 'Both 1' })).id, (await source.make({ name: 'Both 2' })).id]
    const sam = await colleague({ sandbox: 'manager', [target.context.shop.id]: 'manager' })
    const before = await target.countAtGateway()
    const [one, other] = [await plan(ids), await as(sam, () => plan(ids))]
    const ended = await Promise.all([target.run(one.id), target.run(other.id)])
    const total = (state: 'done' | 'skipped') => ended.reduce((sum, { counts }) => sum + counts[state], 0)
    expect([total('done'), total('skipped')]).toEqual([2, 2])
    expect(await target.countAtGateway()).toBe(before + 2)
  })

  it('is one job if the order is sent twice', async () => {
    const { id } = await source.make({ name: 'Once' })
    const key = crypto.randomUUID()
    const send = async () => {
      const body = { from: 'sandbox', selection: { ids: [id] } }
      const { json } = await target.call('POST', '/products/copy', body, { 'idempotency-key': key })
      return (json as JobDetail).id
    }
    expect(await send()).toBe(await send())
  })

  it('goes on after a crash without making anything twice', async () => {
    const ids = await Promise.all(
      ['Cut 1', 'Cut 2', 'Cut 3'].map(async (name) => (await source.make({ name })).id),
    )
    const planned = await plan(ids)
    const before = await target.countAtGateway()
    // The process sent the first two, then stopped. Only one reached the gateway.
    for (const position of [1, 2])
      await target.setRow(planned.id, position, { state: 'sending', sentAt: new Date(), before: {} })
    const [first] = await target.storedRows(planned.id)
    const { id } = await createAtGateway(target.context, productCreate.parse(first?.change))
    await target.setJob(planned.id, {
      state: 'running',
      startedAt: new Date(),
      lease: crypto.randomUUID(),
      leaseEndsAt: sql`now() - interval '1 second'` as unknown as Date,
    })
    await wakeLeftBehind(app.engine)
    expect(await target.until(planned.id, 'done')).toMatchObject({
      counts: { done: 2, unconfirmed: 1 },
      undoable: true,
    })
    expect((await target.rows(planned.id, 'done'))[0]).toMatchObject({ subject: id })
    expect(await target.countAtGateway()).toBe(before + 2)
    // A person says that the missing one does not exist.
    await target.setRow(planned.id, 2, { sentAt: new Date(Date.now() - 120_000) })
    expect((await target.call('POST', `/jobs/${planned.id}/repeat`)).status).toBe(200)
    expect(await target.until(planned.id, 'done')).toMatchObject({ counts: { done: 3 } })
    expect(await target.countAtGateway()).toBe(before + 3)
  })

  it('makes nothing twice when answers are lost', async () => {
    const ids = await Promise.all(['Lost 1', 'Lost 2'].map(async (name) => (await source.make({ name })).id))
    const before = await target.countAtGateway()
    const planned = await plan(ids)
    await target.fault({ endpoint: 'products.create', kind: 'lost', count: 1 })
    expect(await target.run(planned.id)).toMatchObject({ counts: { done: 2 } })
    expect(await target.countAtGateway()).toBe(before + 2)
  })

  it('is not sent if the other shop has other decimals since', async () => {
    const { id } = await source.make({ name: 'Dates', currency: 'KWD', amount: 12_340 })
    const planned = await plan([id])
    const { version } = (await source.call('GET', '/minor-units')).json as { version: number }
    const overrides = { KWD: 2 }
    expect((await source.call('PUT', '/minor-units', { version, overrides })).status).toBe(200)
    expect(await target.call('POST', `/jobs/${planned.id}/run`)).toMatchObject({
      status: 409,
      json: { code: 'decimals_changed' },
    })
    await source.call('PUT', '/minor-units', { version: version + 1, overrides: {} })
    expect((await target.run((await plan([id])).id)).counts).toMatchObject({ done: 1 })
  })

  it('copies all filtered products, in several batches', async () => {
    const { mirrorProducts } = await import('../server/mirror/mirror')
    const { productReply } = await import('@/lib/gateway/products/product')
    const many = Array.from({ length: 600 }, (_, at) =>
      productReply.parse({
        id: `prd_${(at + 1).toString(16).padStart(16, '0')}`,
        name: `Bulk ${at % 599}`,
        description: 'Laid',
        currency: 'BHD',
        amount: 1000,
        infinite: true,
        immortal: true,
        language: 'en',
      }),
    )
    await mirrorProducts(app.engine.db, 'sandbox', many, new Date())
    // The gateway has no such products, so its list must not be read. A sync that is a minute ahead is not trusted.
    await app.engine.db.execute(sql`UPDATE syncs SET synced_at = now() + interval '55 seconds'`)
    const { json } = await order({ selection: { query: { currency: 'BHD' } } })
    // The two of one name are in different batches.
    expect(await target.until((json as JobDetail).id, 'planned')).toMatchObject({
      counts: { total: 600, planned: 598, invalid: 2 },
    })
  })
})
