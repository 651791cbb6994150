import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { JobDetail } from '@/lib/jobs/schema'
import { onEachEngine } from '@/lib/db/testing-engines'
import { customerCreate, type CustomerReply } from '@/lib/gateway/customers/customer'
import { createCustomerAtGateway } from '@/lib/gateway/client/endpoints'
import { anonymiseCustomer } from '@/lib/customers/server/anonymising/anonymise'
import { createCustomer } from '@/lib/customers/server/create'
import { mirrorFoundCustomers, syncCustomers } from '@/lib/customers/server/reading/mirror'
import { readCustomer, customerDetail } from '@/lib/customers/server/reading/read'
import { customers } from '@/lib/customers/server/tables'
import { activity } from '@/lib/core/server/tables/requests'
import { syncs } from '@/lib/core/server/tables/mirrors'
import { jobs, jobRows } from '@/lib/jobs/server/tables'
import { eventually } from '@/lib/testing/eventually'
import { otherShop } from '@/lib/testing/shops/other-shop'
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
    const [planned] = await app.engine.db
      .select()
      .from(jobRows)
      .where(app.whereShop(jobRows, eq(jobRows.jobId, id)))
    const sent = customerCreate.parse(planned?.change)
    await client.fault({ endpoint: 'customers.create', kind: 'slow', ms: 1000 })
    await client.call('POST', `/jobs/${id}/run`)
    await eventually(async () => expect(await client.rows(id, 'sending')).toHaveLength(1))
    await anonymiseCustomer(app.owner, ida.id)
    await client.repair()
    expect(await client.until(id, 'done')).toMatchObject({ counts: { done: 1 } })
    const [row] = await client.rows(id)
    expect(row?.subject).not.toBe(ida.id)
    expect(await customerDetail(app.owner, row?.subject ?? '')).toMatchObject({
      email: null,
      anonymised_at: expect.any(String) as string,
    })
    // The row is done: the same person may come back of their own accord.
    const again = await createCustomerAtGateway(app.owner, sent)
    await syncCustomers(app.owner)
    expect(await customerDetail(app.owner, again.id)).toMatchObject({
      email: sent.email,
      anonymised_at: null,
    })
  })

  it('anonymises whom it made although the answer was lost, once the gateway lists them', async () => {
    const una = { email: 'una@secret.example', first_name: 'Una' }
    const known = await createCustomer(app.owner, customerCreate.parse({ ip: '::1', ...una }))
    const { id, order } = await client.load(fileOf(line('Una', { email: una.email }), line('Else')))
    await client.call('POST', `/jobs/${id}/mapping`, { columns: order.columns, with_existing: true })
    await client.until(id, 'planned')
    const whereRows = app.whereShop(jobRows, eq(jobRows.jobId, id))
    const rows = await app.engine.db.select().from(jobRows).where(whereRows).orderBy(jobRows.position)
    const planned = rows.map(({ change }) => customerCreate.parse(change))
    await app.engine.db.update(jobRows).set({ state: 'unconfirmed', sentAt: new Date() }).where(whereRows)
    await anonymiseCustomer(app.owner, known.id)
    const [made, other] = await Promise.all(planned.map((one) => createCustomerAtGateway(app.owner, one)))
    expect(made).toMatchObject({ email: una.email })
    await syncCustomers(app.owner)
    const { rows: stored } = await app.engine.db.execute<{ id: string; text: string }>(
      sql`SELECT id, c::text AS text FROM customers c WHERE shop_id = 'sandbox'`,
    )
    expect(stored.filter(({ text }) => /una@|"una"/i.test(text))).toEqual([])
    expect(await customerDetail(app.owner, made?.id ?? '')).toMatchObject({
      email: null,
      anonymised_at: expect.any(String) as string,
      gateway_fields: expect.arrayContaining(['email', 'ip']) as string[],
    })
    const entries = await app.engine.db
      .select()
      .from(activity)
      .where(app.whereShop(activity, eq(activity.subject, made?.id ?? '')))
    expect(entries).toMatchObject([{ action: 'customer.anonymised', actorId: null }])
    expect(await customerDetail(app.owner, other?.id ?? '')).toMatchObject({ anonymised_at: null })
    // Only what the row made, and only once: the same person may come back of their own accord.
    const again = await createCustomerAtGateway(app.owner, planned[0]!)
    await syncCustomers(app.owner)
    expect(await customerDetail(app.owner, again.id)).toMatchObject({ email: una.email, anonymised_at: null })
  })

  it('anonymises whom it made with a lost answer also where they are looked up by their ID', async () => {
    const vera = { email: 'vera@secret.example' }
    const known = await createCustomer(app.owner, customerCreate.parse({ ip: '::1', ...vera }))
    const { id, order } = await client.load(fileOf(line('Vera', vera)))
    await client.call('POST', `/jobs/${id}/mapping`, { columns: order.columns, with_existing: true })
    await client.until(id, 'planned')
    const whereRows = app.whereShop(jobRows, eq(jobRows.jobId, id))
    const [row] = await app.engine.db.select().from(jobRows).where(whereRows)
    await app.engine.db.update(jobRows).set({ state: 'sending', sentAt: new Date() }).where(whereRows)
    await anonymiseCustomer(app.owner, known.id)
    // Made here in the meantime by a person: it is theirs, and stays.
    const own = await createCustomer(app.owner, customerCreate.parse(row?.change))
    expect(own).toMatchObject({ ...vera, anonymised: false })
    // Neither is somebody of another time, nor of another shop.
    const earlier = { ...customerCreate.parse(row?.change), id: 'cst_e', created_at: '2020-01-01T00:00:00Z' }
    await app.engine.db.transaction(async (tx) => {
      const listed = (reply: CustomerReply) => [{ reply, fingerprint: null }]
      await mirrorFoundCustomers(tx, app.owner, listed(earlier), new Date())
      const there = { ...app.owner, shop: { ...app.owner.shop, id: otherShop } }
      const { created_at: _, ...undated } = earlier
      await mirrorFoundCustomers(tx, there, listed({ ...undated, id: 'cst_t' }), new Date())
      const later = new Date(Date.now() + 2 * 86_400_000)
      await mirrorFoundCustomers(tx, app.owner, listed({ ...undated, id: 'cst_l' }), later)
    })
    for (const one of ['cst_e', 'cst_l']) expect(await customerDetail(app.owner, one)).toMatchObject(vera)
    const [there] = await app.engine.db.select().from(customers).where(eq(customers.id, 'cst_t'))
    expect(there).toMatchObject({ shopId: otherShop, anonymisedAt: null })
    const made = await createCustomerAtGateway(app.owner, customerCreate.parse(row?.change))
    expect(await readCustomer(app.owner, made.id)).toMatchObject({ email: null, anonymised: true })
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
    // The gateway limits requests: the row must be sent again.
    await setRow('planned')
    await client.call('POST', `/jobs/${id}/run`)
    expect(await client.until(id, 'done')).toMatchObject({ counts: { skipped: 1, failed: 0 } })
    const [row] = await client.rows(id)
    expect(row?.errors).toEqual({ base: ['Removed, because the customer was anonymised'] })
  })
})
