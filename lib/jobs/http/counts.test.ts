import { and, eq, sql } from 'drizzle-orm'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { activity } from '@/lib/core/server/tables/requests'
import type { JobDetail } from '@/lib/jobs/schema'
import { onEachEngine } from '@/lib/db/testing-engines'
import { countRows } from '@/lib/jobs/server/counts'
import { forgetOldJobs, wakeLeftBehind } from '@/lib/jobs/server/start'
import { endCutReads } from '@/lib/jobs/server/reading'
import { jobs, jobRows } from '@/lib/jobs/server/tables'
import { testJobs } from '../../testing/jobs'
import { eventually } from '@/lib/testing/eventually'

onEachEngine('what is kept of jobs over HTTP', (kind) => {
  const { app, client } = testJobs(kind)

  const header = 'name,description,currency,price,quantity,expired_at'
  const line = (name: string, currency = 'EUR') => `${name},Laid,${currency},12.50,3,2030-01-01T00:00:00Z`
  const load = async (file: string): Promise<JobDetail> => {
    const { json } = await client.call('POST', '/products/import', file)
    return client.until((json as JobDetail).id, 'planned')
  }
  const order = async (id: string, verb: string, ...states: JobDetail['state'][]) => {
    const { status, json } = await client.call('POST', `/jobs/${id}/${verb}`)
    expect(status).toBe(200)
    return client.until((json as JobDetail).id, ...states)
  }
  const stored = async (id: string) => {
    const [job] = await app.engine.db
      .select()
      .from(jobs)
      .where(app.whereShop(jobs, eq(jobs.id, id)))
    return job
  }
  const rowsOf = (id: string) =>
    app.engine.db
      .select()
      .from(jobRows)
      .where(app.whereShop(jobRows, eq(jobRows.jobId, id)))
  /** Returns the stored counts, after comparing them with the rows. */
  const checked = async (id: string) => {
    const counts = (await stored(id))?.counts
    expect(counts).toEqual(await countRows(app.engine.db, { shopId: 'sandbox', id }))
    return counts
  }

  it('equal the counts of its rows after any operation', async () => {
    const { id: product } = await client.make({ amount: 100 })
    const { id } = await load(
      `id,${header}\n,${line('One')}\n,${line('Two')}\n,${line('Bad', 'EURO')}\n${product},,,,2.00,,\n`,
    )
    expect(await checked(id)).toMatchObject({ total: 4, planned: 3, invalid: 1, pending: 0, changed: 0 })
    const columns = ['id', 'name', 'description', 'currency', null, 'quantity', 'expired_at']
    await client.call('POST', `/jobs/${id}/mapping`, { columns })
    await client.until(id, 'planned')
    expect(await checked(id)).toMatchObject({ total: 4, planned: 0, invalid: 3, unchanged: 1, pending: 0 })
    columns[4] = 'price'
    await client.call('POST', `/jobs/${id}/mapping`, { columns })
    await client.until(id, 'planned')
    await client.fault({
      endpoint: 'products.create',
      kind: 'status',
      status: 422,
      body: { message: 'No' },
    })
    await order(id, 'run', 'done')
    expect(await checked(id)).toMatchObject({ done: 2, failed: 1, invalid: 1, changed: 1 })
    await order(id, 'retry', 'done')
    expect(await checked(id)).toMatchObject({ done: 3, failed: 0, invalid: 1, changed: 1 })
    const undo = await order(id, 'undo', 'done')
    expect(await checked(undo.id)).toMatchObject({ total: 3, done: 1, invalid: 2, changed: 1 })
  })

  it('cover discarded dry runs and changes', async () => {
    const made = await Promise.all([1, 2].map(() => client.make()))
    const { id } = await client.plan(
      { kind: 'set_price', currency: 'EUR', amount: 7 },
      { ids: made.map((one) => one.id) },
    )
    expect(await checked(id)).toMatchObject({ total: 2, planned: 2 })
    await order(id, 'cancel', 'cancelled')
    expect(await checked(id)).toMatchObject({ total: 2, planned: 2 })
  })

  it('are recounted after a process was cut while sending', async () => {
    const { id } = await load([header, line('Cut 1'), line('Cut 2')].join('\n'))
    await app.engine.db
      .update(jobRows)
      .set({ state: 'skipped' })
      .where(app.whereShop(jobRows, sql`task_id = ${id} AND position = 2`))
    await app.engine.db
      .update(jobs)
      .set({
        state: 'running',
        startedAt: new Date(),
        lease: crypto.randomUUID(),
        leaseEndsAt: new Date(0),
      })
      .where(app.whereShop(jobs, eq(jobs.id, id)))
    await wakeLeftBehind(app.engine)
    await client.until(id, 'done')
    expect(await checked(id)).toMatchObject({ total: 2, planned: 0, skipped: 1, done: 1 })
  })

  it('stores nothing of a cancelled upload, which stops', async () => {
    let more = (_: string) => {}
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        more = (text) => controller.enqueue(new TextEncoder().encode(text))
      },
    })
    const uploading = fetch(`${app.url}/api/shops/sandbox/products/import?name=cut.csv`, {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit)
    const lines = `${Array.from({ length: 600 }, (_, at) => line(`Row ${at}`)).join('\n')}\n`
    more(`${header}\n${lines}`)
    const job = await eventually(async () => {
      const { items } = (await client.call('GET', '/jobs')).json as { items: JobDetail[] }
      const found = items.find(({ state, counts }) => state === 'reading' && counts.total > 0)
      return found ?? Promise.reject(new Error('not yet reading'))
    })
    await order(job.id, 'cancel', 'cancelled')
    expect(await rowsOf(job.id)).toEqual([])
    more(lines)
    const answer = await uploading
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'upload_cancelled' })
    expect(await rowsOf(job.id)).toEqual([])
    expect(await checked(job.id)).toMatchObject({ total: 0 })
  })

  it('stores nothing of an upload that was cut, except that it failed', async () => {
    const { id } = await load([header, line('Left')].join('\n'))
    const values = { state: 'reading', lease: crypto.randomUUID() } as const
    const inAMinute = sql`now() + interval '1 minute'`
    await app.engine.db.update(jobs).set({ ...values, leaseEndsAt: inAMinute }).where(app.whereShop(jobs, eq(jobs.id, id))) // prettier-ignore
    await endCutReads(app.engine)
    expect(await client.job(id)).toMatchObject({ state: 'reading' })
    await app.engine.db
      .update(jobs)
      .set({ leaseEndsAt: new Date(0) })
      .where(app.whereShop(jobs, eq(jobs.id, id)))
    await endCutReads(app.engine)
    expect(await client.job(id)).toMatchObject({
      state: 'failed',
      failure: 'upload_cut',
      counts: { total: 0 },
    })
    expect(await rowsOf(id)).toEqual([])
  })

  it('stores nothing of old jobs, nor rows without a job', async () => {
    const [old, gone, kept] = await Promise.all(
      ['A', 'B', 'C'].map((name) => load(`${header}\n${line(name)}`)),
    )
    if (!old || !gone || !kept) throw new Error('not loaded')
    const longAgo = sql`now() - interval '91 days'`
    await app.engine.db
      .update(jobs)
      .set({ createdAt: longAgo })
      .where(app.whereShop(jobs, eq(jobs.id, old.id)))
    await app.engine.db.delete(jobs).where(app.whereShop(jobs, eq(jobs.id, gone.id)))
    await forgetOldJobs(app.engine)
    expect(await stored(old.id)).toBeUndefined()
    expect(await rowsOf(old.id)).toEqual([])
    expect(await rowsOf(gone.id)).toEqual([])
    expect(await rowsOf(kept.id)).toHaveLength(1)
  })

  it('reports everything that an undo of an import could not restore', async () => {
    const { id: product } = await client.make({ name: 'Before', description: 'As it was' })
    const { id } = await load(`id,name,description,language\n${product},After,As it is,de\n`)
    await order(id, 'run', 'done')
    await client.changeElsewhere(product, { name: 'Other' })
    const undo = await order(id, 'undo', 'done')
    expect(undo.counts).toMatchObject({ skipped: 1 })
    const [row] = parse((await client.call('GET', `/jobs/${undo.id}/report`)).text, { columns: true })
    expect(row).toMatchObject({ id: product, name: 'Before', description: 'As it was', language: 'en' })
  })

  it('tell what may have been made from what may have been changed', async () => {
    const { id: product } = await client.make()
    const { id } = await load(`id,${header}\n,${line('May exist')}\n${product},,,,2.00,,\n`)
    await app.engine.db
      .update(jobRows)
      .set({ state: 'unconfirmed', sentAt: new Date() })
      .where(app.whereShop(jobRows, eq(jobRows.jobId, id)))
    await app.engine.db
      .update(jobs)
      .set({ state: 'done', startedAt: new Date(), counts: null })
      .where(app.whereShop(jobs, eq(jobs.id, id)))
    expect(await client.job(id)).toMatchObject({ counts: { unconfirmed: 2 }, may_exist: 1 })
    const report = (await client.call('GET', `/jobs/${id}/report`)).text
    expect(report).toContain(product)
    expect(report).not.toContain('May exist')
  })

  it('are recorded with the state in which it ended, if it was stopped too late', async () => {
    const { id: product } = await client.make()
    const operation = { kind: 'set_price', currency: 'EUR', amount: 5 }
    const { id } = await client.plan(operation, { ids: [product] })
    await client.changeElsewhere(product, { amount: 5 })
    await app.engine.db
      .update(jobRows)
      .set({ state: 'sending', sentAt: new Date() })
      .where(app.whereShop(jobRows, eq(jobRows.jobId, id)))
    await client.abandon(id)
    await app.engine.db
      .update(jobs)
      .set({ state: 'cancelling' })
      .where(app.whereShop(jobs, eq(jobs.id, id)))
    await wakeLeftBehind(app.engine)
    await client.until(id, 'done')
    const [ended] = await app.engine.db
      .select({ detail: activity.detail })
      .from(activity)
      .where(app.whereShop(activity, and(eq(activity.subject, id), eq(activity.action, 'task.ended'))))
    expect(ended?.detail).toMatchObject({ state: 'done', counts: { done: 1 } })
  })
})
