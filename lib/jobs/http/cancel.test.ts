import { eq } from 'drizzle-orm'
import { beforeAll, expect, it, vi } from 'vitest'
import { AppError } from '@/lib/core/server/errors'
import { onEachEngine } from '@/lib/db/testing-engines'
import type { JobDetail } from '@/lib/jobs/schema'
import { jobs } from '@/lib/jobs/server/tables'
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
})
