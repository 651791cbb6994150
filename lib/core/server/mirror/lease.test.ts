import { expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { eq, sql } from 'drizzle-orm'
import { syncs } from '../tables/mirrors'
import { lastSync, Lease, LeaseLost, releaseLeftBehind, requestAnotherSync } from './lease'

onEachEngine('the lease of a sync once it is given up', (kind) => {
  const office = testOffice(kind)

  it.each(['complete', 'fail'] as const)(
    'is not taken again by a renewal that comes late: %s',
    async (end) => {
      const lease = await Lease.take(office.context, 'customers')
      expect(await Lease.take(office.context, 'customers')).toBeNull()
      await lease?.[end]('internal')
      await expect(lease?.keep(office.engine.db)).rejects.toBeInstanceOf(LeaseLost)
      const next = await Lease.take(office.context, 'customers')
      expect(next).not.toBeNull()
      await next?.complete()
    },
  )

  it('is free at the start of an embedded engine, where a killed process took it', async () => {
    const { db } = office.engine
    const lease = await Lease.take(office.context, 'customers')
    await releaseLeftBehind(office.engine)
    expect(await Lease.take(office.context, 'customers')).toBeNull() // This process took it.
    await db
      .update(syncs)
      .set({ startedAt: new Date(performance.timeOrigin - 1) })
      .where(eq(syncs.shopId, office.context.shop.id))
    await releaseLeftBehind(office.engine)
    const next = await Lease.take(office.context, 'customers')
    expect(next !== null).toBe(kind === 'embedded')
    await expect(lease?.complete()).rejects.toBeInstanceOf(LeaseLost)
    await db.delete(syncs).where(eq(syncs.shopId, office.context.shop.id))
  })

  it('is free where the clock was put back since it was taken', async () => {
    const { db } = office.engine
    const earlier = await Lease.take(office.context, 'customers')
    await db
      .update(syncs)
      .set({ leaseEndsAt: sql`now() + interval '1 day'` })
      .where(eq(syncs.shopId, office.context.shop.id))
    expect(await lastSync(office.context, 'customers')).toMatchObject({ isRunning: false })
    expect(await requestAnotherSync(office.context, 'customers')).toBe(false)
    const next = await Lease.take(office.context, 'customers')
    await expect(earlier?.complete()).rejects.toBeInstanceOf(LeaseLost)
    expect(await lastSync(office.context, 'customers')).toMatchObject({ isRunning: true })
    await next?.complete()
  })

  it('is not taken again and again where another sync was requested before the clock was put back', async () => {
    const { db } = office.engine
    const earlier = await Lease.take(office.context, 'customers')
    expect(await requestAnotherSync(office.context, 'customers')).toBe(true)
    await db
      .update(syncs)
      .set({ wantedAt: sql`now() + interval '1 day'` })
      .where(eq(syncs.shopId, office.context.shop.id))
    expect(await earlier?.complete()).toBe(true)
    const next = await Lease.take(office.context, 'customers')
    expect(await next?.complete()).toBe(false)
  })
})
