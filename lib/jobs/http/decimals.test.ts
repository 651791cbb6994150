import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import { wakeLeftBehind } from '@/lib/jobs/server/start'
import { jobRows, jobs } from '@/lib/jobs/server/tables'
import { testJobs } from '../../testing/jobs'

onEachEngine('a job that runs while the decimals of a currency change', (kind) => {
  const { app, client } = testJobs(kind)

  it('sends no more prices than were seen', async () => {
    const { id } = await client.make({ currency: 'KWD', amount: 1000 })
    const planned = await client.plan({ kind: 'set_price', currency: 'KWD', amount: 1500 }, { ids: [id] })
    const { version } = (await client.call('GET', '/minor-units')).json as { version: number }
    const change = { version, overrides: { KWD: 2 } }
    expect((await client.call('PUT', '/minor-units', change)).status).toBe(200)
    // It was started before, and waited for an earlier job.
    await app.engine.db
      .update(jobs)
      .set({ state: 'running', startedAt: new Date() })
      .where(app.whereShop(jobs, eq(jobs.id, planned.id)))
    await wakeLeftBehind(app.engine)
    expect(await client.until(planned.id, 'failed', 'done')).toMatchObject({
      state: 'failed',
      failure: 'decimals_changed',
      counts: { planned: 1 },
    })
    expect((await client.atGateway(id)).amount).toBe(1000)
  })

  it('settles what was in flight when it had stopped before, so that it can be undone', async () => {
    const price = { currency: 'TND', amount: 1000 }
    const ids = [(await client.make(price)).id, (await client.make(price)).id]
    const { id } = await client.plan({ kind: 'set_price', currency: 'TND', amount: 1500 }, { ids })
    const whereFirst = app.whereShop(jobRows, eq(jobRows.jobId, id), eq(jobRows.position, 1))
    const [first] = await app.engine.db
      .update(jobRows)
      .set({ state: 'sending', sentAt: new Date(), before: price })
      .where(whereFirst)
      .returning()
    await app.engine.db
      .update(jobs)
      .set({ state: 'failed', failure: 'gateway_unavailable', startedAt: new Date(), counts: null })
      .where(app.whereShop(jobs, eq(jobs.id, id)))
    // The request had reached the gateway.
    await client.changeElsewhere(first?.subject ?? '', { amount: 1500 })
    const { version } = (await client.call('GET', '/minor-units')).json as { version: number }
    await client.call('PUT', '/minor-units', { version, overrides: { TND: 2 } })
    expect((await client.call('POST', `/jobs/${id}/retry`)).status).toBe(409)
    expect((await client.call('POST', `/jobs/${id}/run`)).status).toBe(200)
    expect(await client.until(id, 'failed', 'done')).toMatchObject({
      state: 'failed',
      failure: 'decimals_changed',
      counts: { done: 1, planned: 1, sending: 0 },
      undoable: true,
    })
    expect((await client.call('POST', `/jobs/${id}/run`)).status).toBe(409)
  })

  it('runs an import that was checked again since', async () => {
    const columns = ['name', 'description', 'currency', 'price', 'infinite', 'immortal', null]
    const { id } = await client.load(
      'name,description,currency,price,infinite,immortal,x\nSalt,Fine,BHD,12.34,true,true,\n',
    )
    const { version } = (await client.call('GET', '/minor-units')).json as { version: number }
    await client.call('PUT', '/minor-units', { version, overrides: { BHD: 2 } })
    expect((await client.call('POST', `/jobs/${id}/run`)).status).toBe(409)
    await client.call('POST', `/jobs/${id}/mapping`, { columns })
    await client.until(id, 'planned')
    expect(await client.run(id)).toMatchObject({ counts: { done: 1 } })
  })
})
