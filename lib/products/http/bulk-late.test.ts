import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import type { JobDetail } from '@/lib/jobs/schema'
import { wakeLeftBehind } from '@/lib/jobs/server/start'
import { jobRows, jobs } from '@/lib/jobs/server/tables'
import { testJobs } from '../../testing/jobs'

onEachEngine('a change of many products that a slow gateway makes late', (kind) => {
  const { app, client } = testJobs(kind)

  /** Leaves a job as an instance does that ended while its requests were in flight. */
  async function abandonInFlight(jobId: string): Promise<void> {
    await app.engine.db
      .update(jobRows)
      .set({ state: 'sending', sentAt: new Date() })
      .where(app.whereShop(jobRows, eq(jobRows.jobId, jobId)))
    await client.abandon(jobId)
  }

  it('is done, and undone, if it was made between its first and its second request', async () => {
    const { id } = await client.make({ amount: 1000 })
    const planned = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 700 }, { ids: [id] })
    await app.engine.db
      .update(jobRows)
      .set({ sentAt: new Date() })
      .where(app.whereShop(jobRows, eq(jobRows.jobId, planned.id)))
    await client.changeElsewhere(id, { amount: 700 })
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 1 }, undoable: true })
    const { json } = await client.call('POST', `/jobs/${planned.id}/undo`)
    await client.until((json as JobDetail).id, 'done')
    expect((await client.atGateway(id)).amount).toBe(1000)
  })

  it('is unchanged if its request was refused, and a person made it', async () => {
    const { id } = await client.make({ amount: 1000 })
    const planned = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 700 }, { ids: [id] })
    const body = { message: 'No', errors: { amount: ['No'] } }
    await client.fault({ endpoint: 'products.update', kind: 'status', status: 422, body })
    expect(await client.run(planned.id)).toMatchObject({ counts: { failed: 1 } })
    await client.changeElsewhere(id, { amount: 700 })
    expect((await client.call('POST', `/jobs/${planned.id}/retry`)).status).toBe(200)
    expect(await client.until(planned.id, 'done')).toMatchObject({
      counts: { unchanged: 1 },
      undoable: false,
    })
  })

  it('is unchanged if the gateway refused the key, and a person made it meanwhile', async () => {
    const { id } = await client.make({ amount: 1000 })
    const planned = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 700 }, { ids: [id] })
    await client.fault({ endpoint: 'products.update', kind: 'status', status: 401 })
    await client.call('POST', `/jobs/${planned.id}/run`)
    await client.until(planned.id, 'failed')
    await client.changeElsewhere(id, { amount: 700 })
    expect(await client.run(planned.id)).toMatchObject({ counts: { unchanged: 1 }, undoable: false })
  })

  it('is looked for again if the gateway refused the key while it was in flight', async () => {
    const { id } = await client.make({ amount: 1000 })
    const planned = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 700 }, { ids: [id] })
    await abandonInFlight(planned.id)
    await client.fault({ endpoint: 'products.get', kind: 'status', status: 401, count: 1000 })
    await wakeLeftBehind(app.engine)
    expect(await client.until(planned.id, 'failed')).toMatchObject({ counts: { sending: 1, planned: 0 } })
    await client.repair()
    await client.changeElsewhere(id, { amount: 700 })
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 1, sending: 0 } })
  })

  it('is not known to be done where a person made its number the price in another currency', async () => {
    const { id } = await client.make({ amount: 1000 })
    const planned = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 700 }, { ids: [id] })
    await abandonInFlight(planned.id)
    await client.changeElsewhere(id, { amount: 700, currency: 'USD' })
    await wakeLeftBehind(app.engine)
    expect(await client.until(planned.id, 'done')).toMatchObject({ counts: { unconfirmed: 1, done: 0 } })
  })

  it('is undone as a whole, once what was in flight when the job stopped is known', async () => {
    const ids = [(await client.make({ amount: 1000 })).id, (await client.make({ amount: 1000 })).id]
    const planned = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 700 }, { ids })
    await client.run(planned.id)
    await app.engine.db
      .update(jobRows)
      .set({ state: 'sending' })
      .where(app.whereShop(jobRows, eq(jobRows.jobId, planned.id), eq(jobRows.position, 2)))
    await app.engine.db
      .update(jobs)
      .set({ state: 'failed', counts: null })
      .where(app.whereShop(jobs, eq(jobs.id, planned.id)))
    expect(await client.job(planned.id)).toMatchObject({ undoable: false })
    expect((await client.call('POST', `/jobs/${planned.id}/undo`)).status).toBe(409)
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 2 }, undoable: true })
    const { json } = await client.call('POST', `/jobs/${planned.id}/undo`)
    expect(await client.until((json as JobDetail).id, 'done')).toMatchObject({ counts: { done: 2 } })
    for (const id of ids) expect((await client.atGateway(id)).amount).toBe(1000)
  })
})

onEachEngine('a change of stock that became unlimited since the dry run', (kind) => {
  const { client } = testJobs(kind)

  it('limits it to the number that was ordered, and is undone', async () => {
    const { id } = await client.make({ quantity: 3 })
    const planned = await client.plan({ kind: 'set_quantity', quantity: 50 }, { ids: [id] })
    await client.changeElsewhere(id, { infinite: true })
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 1 } })
    expect(await client.atGateway(id)).toMatchObject({ infinite: false, quantity: 50 })
    const { json } = await client.call('POST', `/jobs/${planned.id}/undo`)
    expect(await client.until((json as JobDetail).id, 'done')).toMatchObject({ counts: { done: 1 } })
    expect((await client.atGateway(id)).infinite).toBe(true)
  })

  it('stays unlimited where an undo finds it so', async () => {
    const { id } = await client.make({ quantity: 3 })
    const planned = await client.plan({ kind: 'set_quantity', quantity: 50 }, { ids: [id] })
    await client.run(planned.id)
    await client.changeElsewhere(id, { infinite: true })
    const { json } = await client.call('POST', `/jobs/${planned.id}/undo`)
    const undo = (json as JobDetail).id
    expect(await client.until(undo, 'done')).toMatchObject({ counts: { skipped: 1 } })
    expect((await client.rows(undo))[0]?.errors).toMatchObject({ infinite: ['Now yes; it was no'] })
    expect((await client.atGateway(id)).infinite).toBe(true)
  })
})
