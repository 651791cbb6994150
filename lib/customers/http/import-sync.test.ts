import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { JobDetail } from '@/lib/jobs/schema'
import { onEachEngine } from '@/lib/db/testing-engines'
import { customerCreate } from '@/lib/gateway/customers/customer'
import { createCustomerAtGateway } from '@/lib/gateway/client/endpoints'
import { anonymiseCustomer } from '@/lib/customers/server/anonymising/anonymise'
import { createCustomer } from '@/lib/customers/server/create'
import { customerDetail } from '@/lib/customers/server/reading/detail'
import { customers } from '@/lib/customers/server/tables'
import { syncs } from '@/lib/core/server/tables/mirrors'
import { jobs, jobRows } from '@/lib/jobs/server/tables'
import { eventually } from '@/lib/testing/eventually'
import { customerLine as line, customersFile as fileOf, testJobs } from '../../testing/jobs'

onEachEngine('an import of customers rests on a list that was read', (kind) => {
  const { app, client } = testJobs(kind, 'customers')

  const setSync = (values: Partial<typeof syncs.$inferInsert>) =>
    app.engine.db
      .insert(syncs)
      .values({ shopId: 'sandbox', resource: 'customers', ...values })
      .onConflictDoUpdate({ target: [syncs.shopId, syncs.resource], set: values })
  const hasWaited = (id: string) =>
    eventually(async () => {
      const [job] = await app.engine.db
        .select()
        .from(jobs)
        .where(app.whereShop(jobs, eq(jobs.id, id)))
      if (!job?.waitingUntil) throw new Error(`it does not wait: ${job?.state} ${job?.failure}`)
      return job
    })
  it('waits for the first sync, and creates nobody who exists at the gateway', async () => {
    await createCustomerAtGateway(
      app.owner,
      customerCreate.parse({ email: 'first@reader.example', ip: '::1' }),
    )
    await app.clear(customers)
    const elsewhere = sql`now() + interval '1 hour'` as never
    await setSync({ syncedAt: null, failedAt: null, leaseEndsAt: elsewhere })
    const { json } = await client.call('POST', '/customers/import', fileOf(line('First'), line('Second')))
    const { id } = json as JobDetail
    expect(await hasWaited(id)).toMatchObject({ state: 'planning', waitingFor: null })
    await setSync({ leaseEndsAt: null })
    expect(await client.until(id, 'planned')).toMatchObject({
      counts: { planned: 1, skipped: 1 },
      waiting_for: null,
    })
  })

  it('plans nothing until the customers could be read', async () => {
    await setSync({ syncedAt: null, failedAt: null })
    await client.fault({ endpoint: 'customers.list', kind: 'status', status: 503, count: 50 })
    const { json } = await client.call('POST', '/customers/import', fileOf(line('Never read')))
    const { id } = json as JobDetail
    await hasWaited(id)
    expect(await client.job(id)).toMatchObject({ state: 'planning', waiting_for: 'gateway_unavailable' })
    await client.repair()
    expect(await client.until(id, 'planned')).toMatchObject({ counts: { planned: 1 }, waiting_for: null })
  })

  it('checks the gateway once more before it sends the first row', async () => {
    const planned = await client.load(fileOf(line('Late'), line('Later')))
    await createCustomerAtGateway(
      app.owner,
      customerCreate.parse({ email: 'late@reader.example', ip: '::1' }),
    )
    await setSync({ syncedAt: sql`now() - interval '5 minutes'` as never })
    const before = await client.countAtGateway()
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 1, skipped: 1 } })
    expect(await client.countAtGateway()).toBe(before + 1)
  })

  it('anonymises whom it makes while the same person is anonymised', async () => {
    const ida = await createCustomer(
      app.owner,
      customerCreate.parse({ ip: '::1', email: 'ida@secret.example' }),
    )
    const { id, order } = await client.load(fileOf(line('Ida', { email: 'ida@secret.example' })))
    await client.call('POST', `/jobs/${id}/mapping`, { columns: order.columns, with_existing: true })
    await client.until(id, 'planned')
    await client.fault({ endpoint: 'customers.create', kind: 'slow', ms: 1000 })
    await client.call('POST', `/jobs/${id}/run`)
    await eventually(async () => expect(await client.rows(id, 'sending')).toHaveLength(1))
    await anonymiseCustomer(app.owner, ida.id)
    expect(await client.until(id, 'done')).toMatchObject({ counts: { done: 1 } })
    const [row] = await client.rows(id)
    expect(row?.subject).not.toBe(ida.id)
    expect(await customerDetail(app.owner, row?.subject ?? '')).toMatchObject({
      email: null,
      anonymised_at: expect.any(String) as string,
    })
  })

  it('sends no row that was anonymised while it was under way, and says so', async () => {
    const ivo = await createCustomer(
      app.owner,
      customerCreate.parse({ ip: '::1', email: 'ivo@secret.example' }),
    )
    const { id, order } = await client.load(fileOf(line('Ivo', { email: 'ivo@secret.example' })))
    await client.call('POST', `/jobs/${id}/mapping`, { columns: order.columns, with_existing: true })
    await client.until(id, 'planned')
    const setRow = (state: 'sending' | 'planned') =>
      app.engine.db
        .update(jobRows)
        .set({ state })
        .where(app.whereShop(jobRows, eq(jobRows.jobId, id)))
    await setRow('sending')
    await anonymiseCustomer(app.owner, ivo.id)
    // The gateway limits requests: the row is to be sent again.
    await setRow('planned')
    await client.call('POST', `/jobs/${id}/run`)
    expect(await client.until(id, 'done')).toMatchObject({ counts: { skipped: 1, failed: 0 } })
    const [row] = await client.rows(id)
    expect(row?.errors).toEqual({ base: ['Removed, because the customer was anonymised'] })
  })
})
