import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { testEngines } from '@/lib/db/testing'
import { jobs } from '@/lib/jobs/server/tables'
import { eventually } from '@/lib/testing/eventually'
import { customerLine, customersFile, testJobs } from '../../testing/jobs'

const hasServer = testEngines.some(({ kind, isAvailable }) => kind === 'server' && isAvailable)

describe.skipIf(!hasServer)('an import whose columns two people map at once', () => {
  const { app, client } = testJobs('server', 'customers')

  it('keeps what one of them said of existing customers, of which the other says nothing', async () => {
    const { id, order } = await client.load(customersFile(customerLine('Two people')))
    const { columns } = order as { columns: unknown }
    const whereJob = app.whereShop(jobs, eq(jobs.id, id))
    const waiting = sql`SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`
    let other: Promise<unknown> | undefined
    await app.engine.db.transaction(async (tx) => {
      await tx
        .update(jobs)
        .set({ order: sql`${jobs.order} || '{"with_existing": true}'` })
        .where(whereJob)
      other = client.call('POST', `/jobs/${id}/mapping`, { columns })
      await eventually(async () => expect((await tx.execute(waiting)).rows).toHaveLength(1))
    })
    expect(await other).toMatchObject({ status: 200 })
    expect(await client.until(id, 'planned')).toMatchObject({ order: { with_existing: true } })
  })
})
