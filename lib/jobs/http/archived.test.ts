import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { shops } from '@/lib/core/server/tables/shops'
import { onEachEngine } from '@/lib/db/testing-engines'
import { wakeLeftBehind } from '@/lib/jobs/server/start'
import { jobs } from '@/lib/jobs/server/tables'
import { eventually } from '@/lib/testing/eventually'
import { testJobs } from '../../testing/jobs'

onEachEngine('a job of a shop that is archived meanwhile', (kind) => {
  const { app, client } = testJobs(kind)

  it('stops, and goes on once the shop is taken back', async () => {
    const { id } = await client.make({ amount: 1000 })
    const planned = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 5 }, { ids: [id] })
    const whereJob = app.whereShop(jobs, eq(jobs.id, planned.id))
    const archive = (archivedAt: Date | null) =>
      app.engine.db.update(shops).set({ archivedAt }).where(eq(shops.id, 'sandbox'))
    await archive(new Date())
    await app.engine.db.update(jobs).set({ state: 'running', startedAt: new Date() }).where(whereJob)
    await wakeLeftBehind(app.engine)
    await eventually(async () => {
      const [job] = await app.engine.db.select({ state: jobs.state }).from(jobs).where(whereJob)
      if (job?.state === 'running') throw new Error('still running')
    })
    expect(await client.job(planned.id)).toMatchObject({
      state: 'failed',
      failure: 'shop_archived',
      counts: { planned: 1, failed: 0 },
    })
    await archive(null)
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 1 } })
  })
})
