import { eq, sql } from 'drizzle-orm'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { JobDetail } from '@/lib/jobs/schema'
import { onEachEngine } from '@/lib/db/testing-engines'
import { browser } from '@/lib/testing/browser'
import { opened } from '@/lib/testing/opened'
import { productCreate } from '@/lib/gateway/products/product'
import type * as gatewayProducts from '@/lib/gateway/client/endpoints'
import { createProduct } from '@/lib/products/server/changing/create'
import { assertUnchanged } from '@/lib/products/server/changing/update'
import { productJobs } from '@/lib/products/server/bulk/job-kinds'
import { Later } from '@/lib/jobs/server/kinds'
import { wakeLeftBehind } from '@/lib/jobs/server/start'
import { products } from '@/lib/products/server/tables'
import { syncs } from '@/lib/core/server/tables/mirrors'
import { jobs, jobRows } from '@/lib/jobs/server/tables'
import { testApplication } from '../../testing/application'
import { jobClient } from '../../testing/jobs'
import { eventually } from '@/lib/testing/eventually'

/** Runs after the gateway has created a product, before its answer is returned. */
let beforeAnswer = async () => {}
vi.mock('@/lib/gateway/client/endpoints', async (original) => {
  const actual = await original<typeof gatewayProducts>()
  return {
    ...actual,
    createAtGateway: async (...given: Parameters<typeof actual.createAtGateway>) => {
      const reply = await actual.createAtGateway(...given)
      await beforeAnswer()
      return reply
    },
  }
})

onEachEngine('jobs that something odd happens to over HTTP', (kind) => {
  const app = testApplication(kind)
  const client = opened(() => jobClient(app))
  beforeAll(() => void (browser.person = app.owner.actor))
  afterEach(async () => {
    beforeAnswer = async () => {}
    await client.repair()
  })

  const header = 'name,description,currency,price,quantity,expired_at'
  const same = 'Same,Laid,EUR,12.50,3,2030-01-01T00:00:00Z'
  const load = async (file: string): Promise<JobDetail> => {
    const { json } = await client.call('POST', '/products/import', file)
    return client.until((json as JobDetail).id, 'planned')
  }
  const run = async (id: string) => {
    expect((await client.call('POST', `/jobs/${id}/run`)).status).toBe(200)
    return client.until(id, 'done', 'failed')
  }
  const undo = async (id: string) => {
    const { json } = await client.call('POST', `/jobs/${id}/undo`)
    return client.until((json as JobDetail).id, 'done', 'failed')
  }
  const setJob = (id: string, values: Partial<typeof jobs.$inferInsert>) =>
    app.engine.db
      .update(jobs)
      .set(values)
      .where(app.whereShop(jobs, eq(jobs.id, id)))
  const setRows = (id: string, values: Partial<typeof jobRows.$inferInsert>) =>
    app.engine.db
      .update(jobRows)
      .set(values)
      .where(app.whereShop(jobRows, eq(jobRows.jobId, id)))

  it('changes nothing that is only similar to the search', async () => {
    await client.make({ name: 'Weathervane' })
    const query = (q: string) => ({ query: { q } })
    const raise = { kind: 'set_price', currency: 'EUR', amount: 7100 }
    expect((await client.plan(raise, query('weathervane'))).counts).toMatchObject({ total: 1 })
    expect((await client.plan(raise, query('waethervane'))).counts).toMatchObject({ total: 0 })
  })

  it('names the job that it waits for, as a shop runs one at a time', async () => {
    const [one, two] = [await client.make(), await client.make()]
    const raise = { kind: 'set_price', currency: 'EUR', amount: 7100 }
    const first = await client.plan(raise, { ids: [one.id] })
    const second = await client.plan(raise, { ids: [two.id] })
    const inAMinute = new Date(Date.now() + 60_000)
    await setJob(first.id, {
      state: 'running',
      startedAt: new Date(),
      lease: crypto.randomUUID(),
      leaseEndsAt: inAMinute,
    })
    await client.call('POST', `/jobs/${second.id}/run`)
    expect(await client.job(second.id)).toMatchObject({ state: 'running', waiting_behind: first.id })
    expect(await client.job(first.id)).toMatchObject({ waiting_behind: null })
    await setJob(first.id, { lease: null, leaseEndsAt: null })
    await wakeLeftBehind(app.engine)
    expect(await client.until(second.id, 'done')).toMatchObject({ waiting_behind: null })
  })

  it('is cancelled at once while it waits for another', async () => {
    const [one, two] = [await client.make(), await client.make()]
    const raise = { kind: 'set_price', currency: 'EUR', amount: 7200 }
    const first = await client.plan(raise, { ids: [one.id] })
    const second = await client.plan(raise, { ids: [two.id] })
    const held = { lease: crypto.randomUUID(), leaseEndsAt: new Date(Date.now() + 60_000) }
    await setJob(first.id, { state: 'running', startedAt: new Date(), ...held })
    await client.call('POST', `/jobs/${second.id}/run`)
    await client.call('POST', `/jobs/${second.id}/cancel`)
    const { counts } = await client.until(second.id, 'cancelled')
    expect(counts).toMatchObject({ planned: 1, sending: 0, done: 0 })
    await setJob(first.id, { lease: null, leaseEndsAt: null })
    await wakeLeftBehind(app.engine)
    expect(await client.until(first.id, 'done')).toMatchObject({ counts: { done: 1 } })
  })

  it('syncs first if the mirror is old', async () => {
    const { id } = await client.make({ amount: 700 })
    await client.changeElsewhere(id, { amount: 900 })
    const old = new Date(Date.now() - 3600_000)
    await app.engine.db
      .update(products)
      .set({ syncedAt: old, submittedAt: old })
      .where(app.whereShop(products, eq(products.id, id)))
    await app.engine.db.update(syncs).set({ syncedAt: old }).where(app.whereShop(syncs))
    const planned = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 700 }, { ids: [id] })
    expect(planned.counts).toMatchObject({ planned: 1, unchanged: 0 })
  })

  it('refuses an expiry beyond all calendars in the dry run, and changes the others', async () => {
    const far = await client.make({ expired_at: '9999-12-31T12:00:00+00:00' })
    const near = await client.make()
    const planned = await client.plan({ kind: 'extend_expiry', by: { days: 30 } }, { ids: [far.id, near.id] })
    expect(planned.counts).toMatchObject({ planned: 1, invalid: 1 })
    expect((await client.rows(planned.id, 'invalid'))[0]).toMatchObject({
      subject: far.id,
      errors: { expired_at: ['Not a date and time with a zone'] },
    })
    expect(await run(planned.id)).toMatchObject({ state: 'done', counts: { done: 1, invalid: 1 } })
  })

  it('fails a row that cannot be sent, and only that', async () => {
    const [one, other] = [await client.make({ amount: 100 }), await client.make({ amount: 100 })]
    const planned = await client.plan(
      { kind: 'set_price', currency: 'EUR', amount: 5 },
      { ids: [one.id, other.id] },
    )
    await app.engine.db
      .update(jobRows)
      .set({ change: { amount: -5 } })
      .where(app.whereShop(jobRows, eq(jobRows.subject, one.id)))
    expect(await run(planned.id)).toMatchObject({ state: 'done', counts: { done: 1, failed: 1 } })
    expect((await client.rows(planned.id, 'failed'))[0]?.errors).toEqual({
      amount: ['Must be more than zero'],
    })
  })

  it('restores what it can, even values that the gateway would refuse', async () => {
    const [odd, usual] = [await client.make({ quantity: 1 }), await client.make({ quantity: 1 })]
    const planned = await client.plan({ kind: 'set_quantity', quantity: 50 }, { ids: [odd.id, usual.id] })
    await run(planned.id)
    await app.engine.db
      .update(jobRows)
      .set({ before: { infinite: false, quantity: -1 } })
      .where(app.whereShop(jobRows, eq(jobRows.subject, odd.id)))
    expect(await undo(planned.id)).toMatchObject({ state: 'done', counts: { done: 1, invalid: 1 } })
    expect((await client.atGateway(usual.id)).quantity).toBe(1)
  })

  it('sends no restored rows again, and cannot be undone twice', async () => {
    const made = await Promise.all([1, 2].map(() => client.make()))
    const planned = await client.plan({ kind: 'set_test', test: true }, { ids: made.map(({ id }) => id) })
    await client.fault({
      endpoint: 'products.update',
      kind: 'status',
      status: 422,
      body: { message: 'No' },
    })
    expect(await run(planned.id)).toMatchObject({ counts: { done: 1, failed: 1 } })
    await undo(planned.id)
    for (const what of ['retry', 'run'])
      expect(await client.call('POST', `/jobs/${planned.id}/${what}`)).toMatchObject({
        status: 409,
        json: { code: 'task_state' },
      })
    expect((await client.call('POST', '/jobs/nonsense/undo')).status).toBe(404)
  })

  it('can be run or undone after its undo was cancelled before it began', async () => {
    const made = await client.make({ amount: 100 })
    const planned = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 5 }, { ids: [made.id] })
    await run(planned.id)
    const planning = vi.spyOn(productJobs['products.bulk'], 'planBatch').mockRejectedValue(new Later(60))
    const { json } = await client.call('POST', `/jobs/${planned.id}/undo`)
    const { id } = json as JobDetail
    expect((await client.call('POST', `/jobs/${id}/cancel`)).status).toBe(200)
    planning.mockRestore()
    expect(await client.job(id)).toMatchObject({ state: 'cancelled', started_at: null })
    expect(await client.job(planned.id)).toMatchObject({ undoable: true, undone_by: null })
    expect(await undo(planned.id)).toMatchObject({ state: 'done', counts: { done: 1 } })
    expect((await client.atGateway(made.id)).amount).toBe(100)
  })

  it('restarts the dry run if its columns change meanwhile', async () => {
    const { id } = await load(`${header}\nInk,Black,EUR,5,1,2030-01-01T00:00:00Z\n`)
    const [job] = await app.engine.db
      .select()
      .from(jobs)
      .where(app.whereShop(jobs, eq(jobs.id, id)))
    const lease = { lease: crypto.randomUUID(), leaseEndsAt: new Date(Date.now() + 60_000) }
    await setJob(id, { state: 'planning', order: { ...job?.order, planned_to: 0 }, ...lease })
    const keeping = app.engine.db.transaction.bind(app.engine.db)
    const columns = ['description', 'name', 'currency', 'price', 'quantity', 'expired_at']
    const spy = vi.spyOn(app.engine.db, 'transaction').mockImplementationOnce(async (...given) => {
      expect((await client.call('POST', `/jobs/${id}/mapping`, { columns })).status).toBe(200)
      return keeping(...given)
    })
    expect(await productJobs['products.import'].planBatch(app.owner, job as NonNullable<typeof job>)).toBe(
      true,
    )
    spy.mockRestore()
    await setJob(id, { lease: null, leaseEndsAt: null })
    await wakeLeftBehind(app.engine)
    await client.until(id, 'planned')
    expect((await client.rows(id))[0]?.change).toMatchObject({ name: 'Black', description: 'Ink' })
  })

  it('sends nothing after it is cancelled, and can be resumed', async () => {
    const names = Array.from({ length: 12 }, (_, n) => same.replace('Same', `Cancelled ${n}`))
    const { id } = await load([header, ...names].join('\n'))
    let goOn = () => {}
    const isCancelled = new Promise<void>((resolve) => (goOn = resolve))
    beforeAnswer = () => isCancelled
    expect((await client.call('POST', `/jobs/${id}/run`)).status).toBe(200)
    await eventually(async () => expect(await client.rows(id, 'sending')).not.toHaveLength(0))
    await client.call('POST', `/jobs/${id}/cancel`)
    goOn()
    const { counts } = await client.until(id, 'cancelled')
    expect(counts.planned).toBeGreaterThan(0)
    expect(counts.sending).toBe(0)
    expect((await client.call('POST', `/jobs/${id}/cancel`)).status).toBe(409)
    expect(await run(id)).toMatchObject({ counts: { done: 12 } })
  })

  it('matches one product to one of two equal rows after a crash', async () => {
    const { id } = await load([header, same, same].join('\n'))
    const [row] = await app.engine.db
      .select()
      .from(jobRows)
      .where(app.whereShop(jobRows, eq(jobRows.jobId, id)))
    await setRows(id, { state: 'sending', sentAt: new Date() })
    const made = await createProduct(app.owner, productCreate.parse(row?.change))
    await setJob(id, { state: 'running', startedAt: new Date() })
    await wakeLeftBehind(app.engine)
    expect(await client.until(id, 'done')).toMatchObject({ counts: { done: 1, unconfirmed: 1 } })
    expect((await client.rows(id, 'done'))[0]?.subject).toBe(made.id)
  })

  it('does not match a product of a row in progress to an equal lost row', async () => {
    const { id } = await load([header, same.replace('Same', 'Twin'), same.replace('Same', 'Twin')].join('\n'))
    const before = await client.countAtGateway()
    await client.fault({ endpoint: 'products.create', kind: 'cut' }) // One create is lost, and did not happen.
    // Delays the successful create's answer until the lost row has claimed the product, or has had time to.
    beforeAnswer = async () => {
      const taken = async () => expect(await client.rows(id, 'done')).toHaveLength(1)
      // oxlint-disable-next-line no-restricted-properties -- A short wait for what must not happen.
      await vi.waitFor(taken, { timeout: 1_500 }).catch(() => {})
    }
    expect(await run(id)).toMatchObject({ counts: { done: 1, unconfirmed: 1 } })
    expect(await client.countAtGateway()).toBe(before + 1)
  })

  it('sees a sale though a clock ahead of ours wrote last', async () => {
    const { id } = await client.make({ quantity: 50 })
    const ahead = sql`now() + interval '5 seconds'`
    await app.engine.db
      .update(products)
      .set({ syncedAt: ahead, submittedAt: ahead })
      .where(app.whereShop(products, eq(products.id, id)))
    await client.changeElsewhere(id, { quantity: 49 })
    await expect(assertUnchanged(app.owner, id, { quantity: 50 })).rejects.toMatchObject({
      code: 'conflict',
      current: { quantity: 49 },
    })
  })

  it('returns surplus cells, exports picked rows, and accepts invalid characters', async () => {
    const { id } = await load(`${header}\nPaper, blue,Laid,EUR,12.50,3,2030-01-01T00:00:00Z`)
    const [, row] = parse((await client.call('GET', `/jobs/${id}/report`)).text, {
      relax_column_count: true,
    })
    expect(row).toEqual(['Paper', ' blue', 'Laid', 'EUR', '12.50', '3', '2', expect.any(String), '2030-01-01T00:00:00Z']) // prettier-ignore
    const ids = Array.from({ length: 500 }, (_, at) => `prd_${at}`).join(',')
    for (const by of ['ids', 'except'])
      expect((await client.call('GET', `/products/export?${by}=${ids}&columns=id`)).status).toBe(200)
    const selection = { query: { q: `zz\0${'z'.repeat(196)}😀` } }
    await client.plan({ kind: 'archive' }, selection)
    const { status, json } = await client.call('POST', '/products/import?name=%00', `${header}\n${same}`)
    expect(status).toBe(202)
    await client.until((json as JobDetail).id, 'planned')
  })
})
