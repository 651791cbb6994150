import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, it, vi } from 'vitest'
import { AppError } from '@/lib/core/server/errors'
import { onEachEngine } from '@/lib/db/testing-engines'
import type { JobDetail } from '@/lib/jobs/schema'
import { advanceJob } from '@/lib/jobs/server/advance'
import { jobRows, jobs } from '@/lib/jobs/server/tables'
import { productJobs } from '@/lib/products/server/bulk/job-kinds'
import { browser } from '@/lib/testing/browser'
import { eventually } from '@/lib/testing/eventually'
import { opened } from '@/lib/testing/opened'
import { testApplication } from '../../testing/application'
import { jobClient } from '../../testing/jobs'

onEachEngine('a job that is cancelled over HTTP', (kind) => {
  const app = testApplication(kind)
  const client = opened(() => jobClient(app))
  beforeAll(() => void (browser.person = app.owner.actor))

  it('stays cancelled when its dry run fails afterwards', async () => {
    let fail = (_: Error) => {}
    const planned = new Promise<never>((_, reject) => (fail = reject))
    const planning = vi.spyOn(productJobs['products.bulk'], 'planBatch').mockReturnValue(planned)
    const order = { operation: { kind: 'set_test', test: true }, selection: { ids: ['none'] } }
    const { id } = (await client.call('POST', '/products/bulk', order)).json as JobDetail
    await eventually(() => expect(planning).toHaveBeenCalled())
    expect((await client.call('POST', `/jobs/${id}/cancel`)).status).toBe(200)
    fail(new AppError('gateway_credentials'))
    await eventually(async () => {
      const [job] = await app.engine.db.select().from(jobs).where(app.whereShop(jobs, eq(jobs.id, id))) // prettier-ignore
      expect(job?.lease).toBeNull()
    })
    planning.mockRestore()
    expect(await client.job(id)).toMatchObject({ state: 'cancelled', failure: null })
  })

  it('is settled after an outage without sending the rest, and can then be undone', async () => {
    const ids: string[] = []
    for (let count = 0; count < 3; count++) ids.push((await client.make({ amount: 1000 })).id)
    ids.sort()
    const { id } = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 700 }, { ids })
    const { shop } = app.owner
    const setRow = (position: number, values: Partial<typeof jobRows.$inferInsert>) =>
      app.engine.db
        .update(jobRows)
        .set(values)
        .where(app.whereShop(jobRows, and(eq(jobRows.jobId, id), eq(jobRows.position, position))))
    const before = { amount: 1000, currency: 'EUR' }
    await client.changeElsewhere(ids[0] ?? '', { amount: 700 })
    await client.changeElsewhere(ids[1] ?? '', { amount: 700 })
    await setRow(1, { state: 'done', before, sentAt: new Date() })
    await setRow(2, { state: 'sending', before, sentAt: new Date() })
    await client.abandon(id)
    const whereJob = app.whereShop(jobs, eq(jobs.id, id))
    // The gateway has not answered for longer than a job waits.
    await app.engine.db
      .update(jobs)
      .set({ stuckSince: new Date(0) })
      .where(whereJob)
    await client.fault({ endpoint: 'products.get', kind: 'status', status: 503, count: 9 })
    await advanceJob(app.engine, { shopId: shop.id, id })
    expect(await client.job(id)).toMatchObject({
      state: 'failed',
      failure: 'gateway_unavailable',
      counts: { done: 1, sending: 1, planned: 1 },
      undoable: false,
    })
    await client.repair()
    expect((await client.call('POST', `/jobs/${id}/cancel`)).status).toBe(200)
    expect(await client.until(id, 'cancelled')).toMatchObject({
      failure: null,
      counts: { done: 2, sending: 0, planned: 1 },
      undoable: true,
    })
    expect((await client.call('POST', `/jobs/${id}/cancel`)).status).toBe(409)
    expect((await client.atGateway(ids[2] ?? '')).amount).toBe(1000)
    const { json } = await client.call('POST', `/jobs/${id}/undo`)
    await client.until((json as JobDetail).id, 'done')
    for (const one of ids) expect((await client.atGateway(one)).amount).toBe(1000)
  })
})
