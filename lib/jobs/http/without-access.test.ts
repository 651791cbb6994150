import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { apiTokens } from '@/lib/core/server/tables/api-tokens'
import { activity } from '@/lib/core/server/tables/requests'
import { shops } from '@/lib/core/server/tables/shops'
import { memberships, users } from '@/lib/core/server/tables/users'
import type { Actor } from '@/lib/core/server/context'
import { onEachEngine } from '@/lib/db/testing-engines'
import type { JobDetail } from '@/lib/jobs/schema'
import { advanceJob } from '@/lib/jobs/server/advance'
import { wakeLeftBehind } from '@/lib/jobs/server/start'
import { jobRows, jobs } from '@/lib/jobs/server/tables'
import { createProduct } from '@/lib/products/server/changing/create'
import { productCreate } from '@/lib/gateway/products/product'
import { ownToken } from '@/lib/testing/api-tokens'
import { browser } from '@/lib/testing/browser'
import { eventually } from '@/lib/testing/eventually'
import { csvHeader, csvLines, testJobs } from '@/lib/testing/jobs'

onEachEngine('a job with requests in flight, whose person lost access', (kind) => {
  const { app, client } = testJobs(kind)
  let mia: Actor
  beforeEach(async () => {
    const { engine, owner } = app
    const userId = crypto.randomUUID()
    const email = `${userId}@shop.example`
    await engine.db.insert(users).values({ id: userId, email, name: 'Mia', passwordHash: 'none' })
    await engine.db.insert(memberships).values({ shopId: owner.shop.id, userId, role: 'manager' })
    mia = { userId, email, name: 'Mia', role: 'manager' }
  })

  const asMia = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    browser.person = mia
    return act().finally(() => (browser.person = app.owner.actor))
  }
  const leave = () =>
    app.engine.db.delete(memberships).where(app.whereShop(memberships, eq(memberships.userId, mia.userId)))
  const whereJob = (id: string) => app.whereShop(jobs, eq(jobs.id, id))
  const send = (id: string, positions = [1, 2, 3]) =>
    app.engine.db
      .update(jobRows)
      .set({ state: 'sending', sentAt: new Date() })
      .where(
        app.whereShop(
          jobRows,
          and(eq(jobRows.jobId, id), sql`${jobRows.position} = ANY(${sql.param(positions)}::int[])`),
        ),
      )
  /** Orders a price, and cuts the job off with all rows in flight. The gateway made the first change only. */
  const cutPrice = async () => {
    const [changed, same] = [await client.make({ amount: 100 }), await client.make({ amount: 100 })]
    const ids = [changed.id, same.id].sort()
    const { id } = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 700 }, { ids })
    await send(id)
    await client.changeElsewhere(changed.id, { amount: 700 })
    return { id, changed: changed.id, same: same.id }
  }
  const resume = async (id: string) => {
    await client.abandon(id)
    await wakeLeftBehind(app.engine)
  }
  const undo = async (id: string) => {
    const { status, json } = await client.call('POST', `/jobs/${id}/undo`)
    expect(status).toBe(200)
    return client.until((json as JobDetail).id, 'done')
  }

  it('settles them when the person left the shop, sends nothing, and can be undone by others', async () => {
    const { id, changed, same } = await asMia(cutPrice)
    await leave()
    await resume(id)
    expect(await client.until(id, 'failed')).toMatchObject({
      failure: 'forbidden',
      counts: { sending: 0, done: 1, planned: 1 },
      undoable: true,
    })
    expect((await client.atGateway(same)).amount).toBe(100)
    expect(await undo(id)).toMatchObject({ counts: { done: 1 } })
    expect((await client.atGateway(changed)).amount).toBe(100)
    const made = app.whereShop(
      activity,
      and(eq(activity.action, 'product.changed'), eq(activity.subject, changed)),
    )
    const actors = (await app.engine.db.select().from(activity).where(made)).map(({ actorId }) => actorId)
    expect(actors).toContain(mia.userId)
  }, 60_000)

  it('settles them when its API token was revoked', async () => {
    const { id, same } = await cutPrice()
    const { id: token } = await ownToken({ ...app.owner, actor: mia }, { scopes: ['products.write'] })
    await app.engine.db.update(jobs).set({ apiToken: token }).where(whereJob(id))
    await app.engine.db
      .update(apiTokens)
      .set({ revokedAt: sql`now()` })
      .where(app.whereShop(apiTokens, eq(apiTokens.id, token)))
    await resume(id)
    expect(await client.until(id, 'failed')).toMatchObject({
      failure: 'token_revoked',
      counts: { sending: 0, done: 1, planned: 1 },
      undoable: true,
    })
    expect((await client.atGateway(same)).amount).toBe(100)
  }, 60_000)

  it('settles created products, and leaves out those of other people', async () => {
    const before = await client.countAtGateway()
    const { id } = await asMia(() =>
      client.load([csvHeader, ...csvLines('Alder', 'Birch', 'Cedar')].join('\n')),
    )
    await send(id, [2, 3])
    const rows = await app.engine.db
      .select()
      .from(jobRows)
      .where(app.whereShop(jobRows, eq(jobRows.jobId, id)))
    const changeOf = (at: number) => productCreate.parse(rows.find(({ position }) => position === at)?.change)
    const made = await createProduct({ ...app.owner, actor: mia }, changeOf(2))
    await createProduct(app.owner, changeOf(3))
    await leave()
    await resume(id)
    expect(await client.until(id, 'failed')).toMatchObject({
      failure: 'forbidden',
      counts: { sending: 0, done: 1, unconfirmed: 1, planned: 1 },
    })
    expect((await client.rows(id, 'done'))[0]?.subject).toBe(made.id)
    expect(await client.countAtGateway()).toBe(before + 2)
  }, 60_000)

  it('waits for a gateway that does not answer', async () => {
    const { id } = await asMia(cutPrice)
    await leave()
    await client.fault({ endpoint: 'products.get', kind: 'cut', count: 20 })
    await client.abandon(id)
    await advanceJob(app.engine, { shopId: app.owner.shop.id, id })
    expect(await client.job(id)).toMatchObject({
      state: 'running',
      waiting_for: 'gateway_unavailable',
      counts: { sending: 2 },
    })
    await client.repair()
    await app.engine.db.update(jobs).set({ waitingUntil: null }).where(whereJob(id))
    await wakeLeftBehind(app.engine)
    expect(await client.until(id, 'failed')).toMatchObject({ counts: { sending: 0, done: 1, planned: 1 } })
  }, 60_000)

  it('is cancelled by others once they are settled', async () => {
    const { id } = await asMia(cutPrice)
    await leave()
    await client.abandon(id)
    expect((await client.call('POST', `/jobs/${id}/cancel`)).status).toBe(200)
    expect(await client.until(id, 'cancelled')).toMatchObject({ counts: { sending: 0, done: 1, planned: 1 } })
  }, 60_000)

  it('reads nothing while the shop is archived, and settles them afterwards', async () => {
    const { id } = await asMia(cutPrice)
    await leave()
    const whereShop = eq(shops.id, app.owner.shop.id)
    await app.engine.db.update(shops).set({ archivedAt: new Date() }).where(whereShop)
    await client.abandon(id)
    await advanceJob(app.engine, { shopId: app.owner.shop.id, id })
    await app.engine.db.update(shops).set({ archivedAt: null }).where(whereShop)
    expect(await client.job(id)).toMatchObject({ state: 'failed', counts: { sending: 2 }, undoable: false })
    expect((await client.call('POST', `/jobs/${id}/run`)).status).toBe(200)
    expect(await client.until(id, 'failed')).toMatchObject({
      counts: { sending: 0, done: 1 },
      undoable: true,
    })
  }, 60_000)

  it('can be undone by others if it was an undo itself', async () => {
    const products = [await client.make({ amount: 100 }), await client.make({ amount: 100 })]
    const ids = products.map(({ id }) => id).sort()
    const { id } = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 700 }, { ids })
    await client.run(id)
    await client.fault({ endpoint: 'products.get', kind: 'status', status: 503, count: 20 })
    const { json } = await asMia(() => client.call('POST', `/jobs/${id}/undo`))
    const first = (json as JobDetail).id
    await eventually(async () =>
      expect(await client.job(first)).toMatchObject({ waiting_for: 'gateway_unavailable' }),
    )
    expect(await client.job(id)).toMatchObject({ undone_by: first, undoable: false })
    await leave()
    await client.repair()
    await client.changeElsewhere(ids[0] ?? '', { amount: 100 }) // As if the first row had been sent.
    await app.engine.db.update(jobs).set({ waitingUntil: null }).where(whereJob(first))
    await wakeLeftBehind(app.engine)
    expect(await client.until(first, 'failed')).toMatchObject({
      failure: 'forbidden',
      counts: { planned: 2 },
    })
    expect(await client.job(id)).toMatchObject({ undone_by: null, undoable: true })
    // It is over for everyone, because prices may have changed since.
    for (const verb of ['run', 'retry', 'cancel'])
      expect((await client.call('POST', `/jobs/${first}/${verb}`)).status).toBe(409)
    expect(await undo(id)).toMatchObject({ counts: { unchanged: 1, done: 1 } })
    for (const one of ids) expect((await client.atGateway(one)).amount).toBe(100)
    expect(await client.job(id)).toMatchObject({
      undone_by: expect.not.stringContaining(first),
      undoable: false,
    })
  }, 60_000)

  it('can be undone by others if it was an undo that they cancelled', async () => {
    const { id: product } = await client.make({ amount: 100 })
    const { id } = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 700 }, { ids: [product] })
    await client.run(id)
    await client.fault({ endpoint: 'products.get', kind: 'status', status: 503, count: 20 })
    const { json } = await asMia(() => client.call('POST', `/jobs/${id}/undo`))
    const first = (json as JobDetail).id
    await eventually(async () =>
      expect(await client.job(first)).toMatchObject({ waiting_for: 'gateway_unavailable' }),
    )
    await leave()
    await client.repair()
    expect((await client.call('POST', `/jobs/${first}/cancel`)).status).toBe(200)
    expect(await client.until(first, 'failed')).toMatchObject({ failure: 'forbidden' })
    expect(await undo(id)).toMatchObject({ counts: { done: 1 } })
    expect((await client.atGateway(product)).amount).toBe(100)
  }, 60_000)
})
