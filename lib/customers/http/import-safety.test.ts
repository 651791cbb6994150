import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { CustomerDetail } from '@/lib/customers/schema'
import type { JobDetail } from '@/lib/jobs/schema'
import { onEachEngine } from '@/lib/db/testing-engines'
import { customerCreate } from '@/lib/gateway/customers/customer'
import { anonymiseCustomer } from '@/lib/customers/server/anonymising/anonymise'
import { createCustomer } from '@/lib/customers/server/create'
import { createCustomerAtGateway } from '@/lib/gateway/client/endpoints'
import { publishDuplicates } from '@/lib/jobs/server/imports/duplicates'
import { jobs, jobRows, type Job } from '@/lib/jobs/server/tables'
import { wakeLeftBehind } from '@/lib/jobs/server/start'
import { eventually } from '@/lib/testing/eventually'
import { customerLine as line, customersFile as fileOf, testJobs } from '../../testing/jobs'

onEachEngine('an import of customers keeps its promises', (kind) => {
  const { app, client } = testJobs(kind, 'customers')

  const make = (fields: Record<string, unknown>): Promise<CustomerDetail> =>
    createCustomer(app.owner, customerCreate.parse({ ip: '::1', ...fields }))
  const withExisting = async (id: string, columns: unknown) => {
    const body = { columns, with_existing: true }
    expect((await client.call('POST', `/jobs/${id}/mapping`, body)).status).toBe(200)
    return client.until(id, 'planned')
  }
  /** The state after a crash: running, without a process. */
  const leaveBehind = (id: string) =>
    app.engine.db
      .update(jobs)
      .set({ state: 'running', startedAt: new Date(), counts: null })
      .where(app.whereShop(jobs, eq(jobs.id, id)))
  const setRow = (id: string, position: number, values: Partial<typeof jobRows.$inferInsert>) =>
    app.engine.db
      .update(jobRows)
      .set(values)
      .where(app.whereShop(jobRows, eq(jobRows.jobId, id), eq(jobRows.position, position)))
  /** Returns everything stored of a job. */
  const storedOf = async (id: string) => {
    const { rows } = await app.engine.db.execute<{ text: string }>(
      sql`SELECT t::text || r::text AS text FROM tasks t JOIN task_rows r ON r.task_id = t.id WHERE t.id = ${id}`,
    )
    return rows.map((row) => row.text).join()
  }

  it('goes on after a crash without making anybody twice', async () => {
    const before = await client.countAtGateway()
    const planned = await client.load(fileOf(...['Crash 1', 'Crash 2', 'Crash 3', 'Crash 4'].map((name) => line(name)))) // prettier-ignore
    // Three rows were in flight: one had reached the gateway, and one had even been stored here.
    for (const position of [2, 3, 4]) await setRow(planned.id, position, { state: 'sending', sentAt: new Date() }) // prettier-ignore
    const rows = await app.engine.db.select().from(jobRows).where(app.whereShop(jobRows, eq(jobRows.jobId, planned.id))).orderBy(jobRows.position) // prettier-ignore
    const made = await createCustomerAtGateway(app.owner, customerCreate.parse(rows[0]?.change))
    const kept = await createCustomer(app.owner, customerCreate.parse(rows[1]?.change))
    await leaveBehind(planned.id)
    await wakeLeftBehind(app.engine)
    expect(await client.until(planned.id, 'done')).toMatchObject({ counts: { done: 3, unconfirmed: 1 } })
    const done = await client.rows(planned.id, 'done')
    expect(done.slice(0, 2).map(({ subject }) => subject)).toEqual([made.id, kept.id])
    expect(await client.countAtGateway()).toBe(before + 3)
    await client.call('POST', `/jobs/${planned.id}/retry`)
    expect(await client.until(planned.id, 'done')).toMatchObject({ counts: { unconfirmed: 1 } })
    expect(await client.countAtGateway()).toBe(before + 3)
    expect((await client.call('GET', `/jobs/${planned.id}/report`)).text).not.toContain('Crash')
  })

  it('creates lost customers again only if a person says so, and nobody twice', async () => {
    const before = await client.countAtGateway()
    const planned = await client.load(fileOf(line('Gone 1'), line('Gone 2'), line('Gone 3')))
    await client.fault({ endpoint: 'customers.create', kind: 'status', status: 500, count: 1 })
    await client.fault({ endpoint: 'customers.create', kind: 'lost', count: 2 })
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 2, unconfirmed: 1 } })
    const repeat = async () => {
      expect((await client.call('POST', `/jobs/${planned.id}/repeat`)).status).toBe(200)
      return client.until(planned.id, 'done')
    }
    // Within a minute, a slow gateway may still process them.
    expect(await repeat()).toMatchObject({ counts: { done: 2, unconfirmed: 1 } })
    await app.engine.db
      .update(jobRows)
      .set({ sentAt: sql`now() - interval '2 minutes'` })
      .where(app.whereShop(jobRows, eq(jobRows.jobId, planned.id)))
    expect(await repeat()).toMatchObject({ counts: { done: 3, unconfirmed: 0 } })
    expect(await client.countAtGateway()).toBe(before + 3)
    expect(new Set((await client.rows(planned.id)).map(({ subject }) => subject)).size).toBe(3)
  })

  it('reports if several customers may be the created one', async () => {
    const before = await client.countAtGateway()
    const planned = await client.load(fileOf(line('Same')))
    const [row] = await app.engine.db
      .select()
      .from(jobRows)
      .where(app.whereShop(jobRows, eq(jobRows.jobId, planned.id)))
    await Promise.all([1, 2].map(() => createCustomerAtGateway(app.owner, customerCreate.parse(row?.change))))
    await setRow(planned.id, 2, { state: 'sending', sentAt: sql`now() - interval '2 minutes'` as never })
    await leaveBehind(planned.id)
    await wakeLeftBehind(app.engine)
    expect(await client.until(planned.id, 'done')).toMatchObject({ counts: { unconfirmed: 1 } })
    await client.call('POST', `/jobs/${planned.id}/repeat`)
    expect(await client.until(planned.id, 'done')).toMatchObject({ counts: { unconfirmed: 1 } })
    expect(await client.countAtGateway()).toBe(before + 2)
  })

  it('counts who exists already also if the dry run is restarted as it ends', async () => {
    await make({ email: 'twice@reader.example' })
    const file = fileOf(line('Twice', { email: 'twice@reader.example' }), line('Once'))
    const { id } = await client.load(file)
    const whereJob = app.whereShop(jobs, eq(jobs.id, id))
    const restarted = sql`${jobs.order} - 'twins' - 'twins_so_far' || '{"planned_to": 0}'`
    const [job] = await app.engine.db
      .update(jobs)
      .set({ state: 'planning', order: restarted })
      .where(whereJob)
      .returning()
    // The process that planned the last rows by the earlier columns.
    await publishDuplicates(app.owner, job as Job, 3)
    await wakeLeftBehind(app.engine)
    expect(await client.until(id, 'planned')).toMatchObject({
      order: { twins: { existing: 1 } },
      counts: { planned: 1, skipped: 1 },
    })
  })

  it('removes anonymised people from its rows, and does not send them', async () => {
    const zoe = await make({ email: 'zoe@secret.example', phone: '+49 40 7654321', external_id: 'z-1' })
    const lines = [
      line('Zoe', { email: 'ZOE@secret.example' }),
      line('Zora', { phone: '040 7654321' }),
      line('Zelda', { id: 'z-1' }),
      line('Zack', { email: 'zoe@secret.example' }),
      line('Else', { phone: 'z-1' }),
    ]
    const planned = await client.load(fileOf(...lines))
    expect(planned.counts).toMatchObject({ planned: 2, skipped: 3 })
    const all = await client.load(fileOf(...lines, `Zero,zoe@secret.example,,,Nowhere,x`))
    await withExisting(all.id, all.order.columns)
    await anonymiseCustomer(app.owner, zoe.id)
    const about = /zoe|zora|zelda|zack|zero|7654321/i
    for (const { id } of [planned, all]) {
      const text = JSON.stringify([await client.job(id), await client.rows(id)])
      expect(text).not.toMatch(about)
      expect(text).toContain('Else')
      expect((await client.call('GET', `/jobs/${id}/report`)).text).not.toMatch(about)
      expect(await storedOf(id)).not.toMatch(about)
    }
    expect((await client.job(all.id)).counts).toMatchObject({ planned: 1, skipped: 5, invalid: 0 })
    // Restarting the dry run does not bring them back.
    expect(await withExisting(all.id, all.order.columns)).toMatchObject({
      counts: { planned: 1, skipped: 5 },
    })
    const before = await client.countAtGateway()
    expect(await client.run(all.id)).toMatchObject({ counts: { done: 1, skipped: 5 } })
    expect(await client.countAtGateway()).toBe(before + 1)
  })

  it('keeps rows of others who share a common address, or have the ID in another column', async () => {
    const many = await Promise.all(
      Array.from({ length: 22 }, (_, n) => make({ email: 'cash@x.example', external_id: `1042${n}` })),
    )
    const planned = await client.load(fileOf(line('Walker', { email: 'cash@x.example' }), line('104220')))
    await anonymiseCustomer(app.owner, many[20]?.id ?? '')
    const [walker, number] = await client.rows(planned.id)
    expect(walker?.cells).toContain('Walker')
    expect(number?.cells).toContain('104220')
  })

  it('refuses a file without header, which would keep a person’s data', async () => {
    const { status, text } = await client.call('POST', '/customers/import', `${line('Ann')}\n${line('Bea')}`)
    expect(status).toBe(422)
    expect(text).toContain('The first row must name the columns')
  })

  it('removes anonymised people from file names and first rows', async () => {
    const uma = await make({ email: 'uma@secret.example', phone: '+49 40 1112223' })
    const planned = await client.load(`Uma,040 1112223,ip\n${line('Vic')}`, '?name=uma@secret.example.csv')
    await anonymiseCustomer(app.owner, uma.id)
    expect(JSON.stringify(await client.job(planned.id))).not.toMatch(/uma|1112223/i)
    expect(await storedOf(planned.id)).not.toMatch(/uma|1112223/i)
  })

  it('removes people who are anonymised while the file arrives', async () => {
    const wim = await make({ email: 'wim@secret.example' })
    let goOn = () => {}
    const anonymised = new Promise<void>((resolve) => (goOn = resolve))
    const lines = [line('Wim', { email: 'wim@secret.example' })]
    lines.push(...Array.from({ length: 600 }, (_, n) => line(`Rest ${n}`)))
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(Buffer.from(fileOf(...lines)))
        await anonymised
        controller.enqueue(Buffer.from(`\n${line('Last')}`))
        controller.close()
      },
    })
    const sent = fetch(`${app.url}/api/shops/sandbox/customers/import`, { method: 'POST', body, duplex: 'half' } as RequestInit) // prettier-ignore
    await eventually(async () => {
      const found = await app.engine.db.select().from(jobRows).where(app.whereShop(jobRows, sql`${jobRows.keys} @> ARRAY['email:wim@secret.example']`)) // prettier-ignore
      if (found.length === 0) throw new Error('not there yet')
    })
    await anonymiseCustomer(app.owner, wim.id)
    goOn()
    const { id } = (await (await sent).json()) as JobDetail
    const planned = await client.until(id, 'planned')
    expect(planned).toMatchObject({ counts: { total: 602, planned: 601, skipped: 1, pending: 0 } })
    expect(await storedOf(id)).not.toMatch(/wim/i)
  })

  it('says why nothing is known of a row that was anonymised while its answer was lost, also when tried again', async () => {
    const xia = await make({ email: 'xia@secret.example' })
    const planned = await client.load(fileOf(line('Xia', { email: 'xia@secret.example' })))
    await setRow(planned.id, 2, { state: 'unconfirmed', subject: null, sentAt: new Date() })
    await app.engine.db.update(jobs).set({ state: 'done', startedAt: new Date(), counts: null }).where(app.whereShop(jobs, eq(jobs.id, planned.id))) // prettier-ignore
    await anonymiseCustomer(app.owner, xia.id)
    await client.call('POST', `/jobs/${planned.id}/retry`)
    await client.until(planned.id, 'done')
    const [row] = await client.rows(planned.id, 'unconfirmed')
    expect(row?.errors).toEqual({ base: ['Removed, because the customer was anonymised'] })
  })
})
