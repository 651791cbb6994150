import 'server-only'
import { and, eq } from 'drizzle-orm'
import { afterEach, beforeAll } from 'vitest'
import type { ActorContext } from '@/lib/core/server/context'
import { loadShop } from '@/lib/core/server/shop/load'
import { shops } from '@/lib/core/server/tables/shops'
import { taskRows, tasks } from '@/lib/jobs/server/tables'
import type { EngineKind } from '@/lib/db/testing'
import type { TaskDetail } from '@/lib/jobs/schema'
import { opened } from '@/lib/testing/opened'
import { testApplication } from './application'
import { browser } from './browser'
import { addSandboxShop } from './shop-states'
import { taskClient } from './tasks'

/** For tests: two shops of the same owner at the sandbox, and clients that copy products from `source` to `target`. */
export function testCopies(kind: EngineKind) {
  const app = testApplication(kind)
  const source = opened(() => taskClient(app))
  const target = opened(async () => {
    browser.person = app.owner.actor
    const id = await addSandboxShop(app, 'Live to be')
    const shop = await loadShop(app.engine.db, id)
    if (!shop) throw new Error('no second shop')
    const context: ActorContext = { ...app.owner, shop }
    return { ...taskClient({ ...app, owner: context }), context, ...stored(context) }
  })
  beforeAll(() => void (browser.person = app.owner.actor))
  afterEach(() => Promise.all([source.repair(), target.repair()]))
  const order = (body: object) => target.call('POST', '/products/copy', { from: 'sandbox', ...body })
  return {
    app,
    source,
    target,
    order,
    plan: async (ids: string[], more: object = {}): Promise<TaskDetail> => {
      const { status, json, text } = await order({ selection: { ids }, ...more })
      if (status !== 202) throw new Error(text)
      return target.until((json as TaskDetail).id, 'planned')
    },
    undo: async (id: string): Promise<TaskDetail> => {
      const { status, json, text } = await target.call('POST', `/jobs/${id}/undo`)
      if (status !== 200) throw new Error(text)
      return target.until((json as TaskDetail).id, 'done')
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
  const whereRow = (task: string, position?: number) =>
    and(
      eq(taskRows.shopId, shop.id),
      eq(taskRows.taskId, task),
      position === undefined ? undefined : eq(taskRows.position, position),
    )
  return {
    storedRows: (task: string) =>
      engine.db.select().from(taskRows).where(whereRow(task)).orderBy(taskRows.position),
    setRow: (task: string, position: number, values: Partial<typeof taskRows.$inferInsert>) =>
      engine.db.update(taskRows).set(values).where(whereRow(task, position)),
    setTask: (task: string, values: Partial<typeof tasks.$inferInsert>) =>
      engine.db
        .update(tasks)
        .set(values)
        .where(and(eq(tasks.shopId, shop.id), eq(tasks.id, task))),
  }
}
