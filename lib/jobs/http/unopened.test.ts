import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { shops } from '@/lib/core/server/tables/shops'
import { onEachEngine } from '@/lib/db/testing-engines'
import type { JobDetail } from '@/lib/jobs/schema'
import { browser } from '@/lib/testing/browser'
import { opened } from '@/lib/testing/opened'
import { testApplication } from '../../testing/application'
import { jobClient } from '../../testing/jobs'

onEachEngine('a job of a shop whose secret key no sealing key opens', (kind) => {
  const app = testApplication(kind)
  const client = opened(() => jobClient(app))
  beforeAll(() => void (browser.person = app.owner.actor))

  const run = async (id: string) => {
    expect((await client.call('POST', `/jobs/${id}/run`)).status).toBe(200)
    return client.until(id, 'done', 'failed')
  }

  it('stops before it sends, says so, and goes on once one opens it', async () => {
    const { db, sealer } = app.engine
    const whereHere = eq(shops.id, app.owner.shop.id)
    const file =
      'name,description,currency,price,quantity,expired_at\nOne,Laid,EUR,12.50,3,2030-01-01T00:00:00Z'
    const { id } = (await client.call('POST', '/products/import', file)).json as JobDetail
    await client.until(id, 'planned')
    const [before] = await db.select({ secretKeySealed: shops.secretKeySealed }).from(shops).where(whereHere)
    const secretKeySealed = sealer.seal('secret', 'another context')
    await db.update(shops).set({ secretKeySealed }).where(whereHere)
    const stopped = {
      state: 'failed',
      failure: 'secret_unopened',
      counts: { planned: 1, done: 0, failed: 0 },
    }
    expect(await run(id)).toMatchObject(stopped)
    await db.update(shops).set(before!).where(whereHere)
    expect(await run(id)).toMatchObject({ state: 'done', counts: { done: 1 } })
  })
})
