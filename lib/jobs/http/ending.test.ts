import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import { advanceJob } from '@/lib/jobs/server/advance'
import { wakeLeftBehind } from '@/lib/jobs/server/start'
import { jobs } from '@/lib/jobs/server/tables'
import { eventually } from '@/lib/testing/eventually'
import { testJobs } from '../../testing/jobs'

onEachEngine('a job whose process is about to end', (kind) => {
  const { app, client } = testJobs(kind)

  it('sends no other row, and leaves the rest to the next process', async () => {
    const ids: string[] = []
    for (let count = 0; count < 6; count++) ids.push((await client.make({ amount: 1000 })).id)
    const { id } = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 700 }, { ids })
    const whereJob = app.whereShop(jobs, eq(jobs.id, id))
    // The turn that planned it may still be ending.
    await eventually(async () => {
      const [planned] = await app.engine.db.select().from(jobs).where(whereJob)
      expect(planned?.lease).toBeNull()
    })
    await app.engine.db.update(jobs).set({ state: 'running', startedAt: new Date() }).where(whereJob)
    // Its queues take no messages any more.
    const queues = { ...app.engine.queues, send: async () => undefined }
    const engine = { ...app.engine, queues, ending: AbortSignal.abort() }
    await advanceJob(engine, { shopId: app.owner.shop.id, id })
    const [left] = await app.engine.db.select().from(jobs).where(whereJob)
    expect(left).toMatchObject({ state: 'running', lease: null, counts: { done: 3, planned: 3, sending: 0 } })
    await wakeLeftBehind(app.engine)
    expect(await client.until(id, 'done')).toMatchObject({ counts: { done: 6 } })
  })

  it('is taken over where the clock was put back since, and holds back no later job', async () => {
    const { id: product } = await client.make({ amount: 1000 })
    const left = async (amount: number) => {
      const { id } = await client.plan({ kind: 'set_price', currency: 'EUR', amount }, { ids: [product] })
      await client.abandon(id)
      return id
    }
    const [id, later] = [await left(700), await left(800)]
    const tomorrow = sql`now() + interval '1 day'`
    await app.engine.db
      .update(jobs)
      .set({ startedAt: tomorrow, leaseEndsAt: tomorrow, waitingUntil: tomorrow })
      .where(app.whereShop(jobs, eq(jobs.id, id)))
    await wakeLeftBehind(app.engine)
    expect(await client.until(later, 'done')).toMatchObject({ counts: { sending: 0, planned: 0 } })
    await wakeLeftBehind(app.engine)
    expect(await client.until(id, 'done')).toMatchObject({ counts: { sending: 0, planned: 0 } })
  })
})
