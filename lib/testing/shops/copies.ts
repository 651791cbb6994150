import 'server-only'
import { and, eq } from 'drizzle-orm'
import { afterEach, beforeAll } from 'vitest'
import type { ActorContext } from '@/lib/core/server/context'
import { loadShop } from '@/lib/core/server/shop/load'
import { shops } from '@/lib/core/server/tables/shops'
import { jobRows, jobs } from '@/lib/jobs/server/tables'
import type { EngineKind } from '@/lib/db/testing'
import type { JobDetail } from '@/lib/jobs/schema'
import { opened } from '@/lib/testing/opened'
import { testApplication } from '../application'
import { browser } from '../browser'
import { addSandboxShop } from './shop-states'
import { jobClient } from '../jobs'

/** For tests: two shops of the same owner at the sandbox, and clients that copy products from `source` to `target`. */
export function testCopies(kind: EngineKind) {
  const app = testApplication(kind)
  const source = opened(() => jobClient(app))
  const target = opened(async () => {
    browser.person = app.owner.actor
    const id = await addSandboxShop(app, 'Live to be')
    const shop = await loadShop(app.engine.db, id)
    if (!shop) throw new Error('no second shop')
    const context: ActorContext = { ...app.owner, shop }
    return { ...jobClient({ ...app, owner: context }), context, ...stored(context) }
  })
  beforeAll(() => void (browser.person = app.owner.actor))
  afterEach(() => Promise.all([source.repair(), target.repair()]))
  const order = (body: object) => target.call('POST', '/products/copy', { from: 'sandbox', ...body })
  return {
    app,
    source,
    target,
    order,
    plan: async (ids: string[], more: object = {}): Promise<JobDetail> => {
      const { status, json, text } = await order({ selection: { ids }, ...more })
      if (status !== 202) throw new Error(text)
      return target.until((json as JobDetail).id, 'planned')
    },
    undo: async (id: string): Promise<JobDetail> => {
      const { status, json, text } = await target.call('POST', `/jobs/${id}/undo`)
      if (status !== 200) throw new Error(text)
      return target.until((json as JobDetail).id, 'done')
    },
    /** Sets how many decimals a shop counts by currency, and reads its products again. */
    count: async (of: 'source' | 'target', minorUnits: Record<string, number>) => {
      const { id } = of === 'source' ? app.owner.shop : target.context.shop
      await app.engine.db.update(shops).set({ minorUnits }).where(eq(shops.id, id))
    },
  }
}

/** Reads and changes a job as stored. */
function stored({ engine, shop }: ActorContext) {
  const whereRow = (job: string, position?: number) =>
    and(
      eq(jobRows.shopId, shop.id),
      eq(jobRows.jobId, job),
      position === undefined ? undefined : eq(jobRows.position, position),
    )
  return {
    storedRows: (job: string) =>
      engine.db.select().from(jobRows).where(whereRow(job)).orderBy(jobRows.position),
    setRow: (job: string, position: number, values: Partial<typeof jobRows.$inferInsert>) =>
      engine.db.update(jobRows).set(values).where(whereRow(job, position)),
    setJob: (job: string, values: Partial<typeof jobs.$inferInsert>) =>
      engine.db
        .update(jobs)
        .set(values)
        .where(and(eq(jobs.shopId, shop.id), eq(jobs.id, job))),
  }
}
