import { and, eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { syncs } from '@/lib/core/server/tables/mirrors'
import { onEachEngine } from '@/lib/db/testing-engines'
import { createAtGateway } from '@/lib/gateway/client/endpoints'
import { productCreate } from '@/lib/gateway/products/product'
import type { JobDetail } from '@/lib/jobs/schema'
import { jobs } from '@/lib/jobs/server/tables'
import { eventually } from '@/lib/testing/eventually'
import { testCopies } from '../../testing/shops/copies'

onEachEngine('jobs on products rest on a list that was read', (kind) => {
  const { app, source, target, plan } = testCopies(kind)
  const sourceShop = () => app.owner.shop.id
  const targetShop = () => target.context.shop.id

  /** The shop's products were read an hour ago; `isReading`: another instance reads them now. */
  const setSync = (shopId: string, { isReading }: { isReading: boolean }) => {
    const values = {
      syncedAt: sql`now() - interval '1 hour'` as never,
      failedAt: null,
      leaseEndsAt: isReading ? (sql`now() + interval '1 hour'` as never) : null,
    }
    return app.engine.db
      .insert(syncs)
      .values({ shopId, resource: 'products', ...values })
      .onConflictDoUpdate({ target: [syncs.shopId, syncs.resource], set: values })
  }
  const hasWaited = (shopId: string, id: string) =>
    eventually(async () => {
      const [job] = await app.engine.db
        .select()
        .from(jobs)
        .where(and(eq(jobs.shopId, shopId), eq(jobs.id, id)))
      if (!job?.waitingUntil) throw new Error(`it does not wait: ${job?.state} ${job?.failure}`)
    })

  it('plans no bulk change while another instance reads the products', async () => {
    const { id } = await source.make({ amount: 1000 })
    await source.changeElsewhere(id, { amount: 5 })
    await setSync(sourceShop(), { isReading: true })
    const order = {
      operation: { kind: 'set_price', currency: 'EUR', amount: 1000 },
      selection: { ids: [id] },
    }
    const job = (await source.call('POST', '/products/bulk', order)).json as JobDetail
    await hasWaited(sourceShop(), job.id)
    await setSync(sourceShop(), { isReading: false })
    expect(await source.until(job.id, 'planned')).toMatchObject({ counts: { planned: 1, unchanged: 0 } })
  })

  it('waits for one list, however long it takes, and for no other after it', async () => {
    const { id } = await source.make({ amount: 1000 })
    await setSync(sourceShop(), { isReading: true })
    const order = { operation: { kind: 'archive' }, selection: { ids: [id] } }
    const job = (await source.call('POST', '/products/bulk', order)).json as JobDetail
    await hasWaited(sourceShop(), job.id)
    // It has waited for two hours. The list was read an hour ago, and is being read again.
    await app.engine.db
      .update(jobs)
      .set({ stuckSince: sql`now() - interval '2 hours'` })
      .where(and(eq(jobs.shopId, sourceShop()), eq(jobs.id, job.id)))
    expect(await source.until(job.id, 'planned')).toMatchObject({ counts: { planned: 1 } })
    await setSync(sourceShop(), { isReading: false })
  })

  it.each([
    ['another instance reads them', true],
    ['they cannot be read', false],
  ])('makes no product that exists in the other shop, while %s', async (_what, isReading) => {
    const { id } = await source.make({ name: `Once ${isReading}` })
    const planned = await plan([id])
    const made = { name: `Once ${isReading}`, description: 'x', currency: 'EUR', amount: 5 }
    await createAtGateway(target.context, productCreate.parse({ ...made, infinite: true, immortal: true }))
    const before = await target.countAtGateway()
    await setSync(targetShop(), { isReading })
    if (!isReading)
      await target.fault({ endpoint: 'products.list', kind: 'status', status: 503, count: 1000 })
    await target.call('POST', `/jobs/${planned.id}/run`)
    await hasWaited(targetShop(), planned.id)
    await target.repair()
    await setSync(targetShop(), { isReading: false })
    expect(await target.until(planned.id, 'done')).toMatchObject({ counts: { done: 0, skipped: 1 } })
    expect(await target.countAtGateway()).toBe(before)
  })
})
