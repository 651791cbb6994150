import { and, eq, sql, type SQL } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import { productCreate } from '@/lib/gateway/products/product'
import { createAtGateway } from '@/lib/gateway/client/endpoints'
import { findUnconfirmedRows } from '@/lib/jobs/server/lost'
import { wakeLeftBehind } from '@/lib/jobs/server/start'
import { jobs, jobRows } from '@/lib/jobs/server/tables'
import { eventually } from '../../testing/eventually'
import { csvHeader, csvLines, testJobs } from '../../testing/jobs'

onEachEngine('an import of products over HTTP', (kind) => {
  const { app, client } = testJobs(kind)
  const whereRows = (id: string) => app.whereShop(jobRows, eq(jobRows.jobId, id))
  /** How often the gateway's list was read since the log had this length. */
  const listReads = (since: number) =>
    app
      .logged()
      .slice(since)
      .split(/"method":"GET","path":"[^"]*products"/).length - 1
  /** Acts as if the job had sent its rows and ended a minute ago. */
  const passMinute = async (id: string) => {
    const minuteAgo = sql`now() - interval '62 seconds'`
    await app.engine.db.update(jobRows).set({ sentAt: minuteAgo, finishedAt: minuteAgo }).where(whereRows(id))
    await app.engine.db
      .update(jobs)
      .set({ finishedAt: minuteAgo })
      .where(app.whereShop(jobs, eq(jobs.id, id)))
  }

  it('names rows that duplicate existing products, and creates them anyway', async () => {
    await client.make({ name: 'Held already', amount: 1250, currency: 'EUR' })
    const file = [csvHeader, ...csvLines('Twin', 'Single', 'twin', 'HELD already', 'Twin')].join('\n')
    const planned = await client.load(file)
    expect(planned.order).toMatchObject({ twins: { in_file: 2, existing: 1, rows: [4, 5, 6] } })
    expect(planned.counts).toMatchObject({ planned: 5, invalid: 0 })
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 5 } })
    const alone = await client.load([csvHeader, ...csvLines('Alone')].join('\n'))
    expect(alone.order).toMatchObject({ twins: { in_file: 0, existing: 0, rows: [] } })
  })

  it('takes a cell whose beginning, as it is shown, ends within a character', async () => {
    const cell = `${'x'.repeat(199)}\u{1f4b6}`
    const planned = await client.load(`${csvHeader}\nCut,${cell},EUR,12.50,3,2030-01-01T00:00:00Z`)
    expect(planned.order).toMatchObject({ sample: [expect.arrayContaining([`${'x'.repeat(199)}\ufffd`])] })
    expect((await client.rows(planned.id))[0]?.change).toMatchObject({ description: cell })
  })

  it('goes on after a crash without making anything twice', async () => {
    const planned = await client.load(
      [csvHeader, ...csvLines('Crash 1', 'Crash 2', 'Crash 3', 'Crash 4')].join('\n'),
    )
    const before = await client.countAtGateway()
    // The process sent the first two, then stopped. Only one reached the gateway.
    const row = (position: number) => and(eq(jobRows.jobId, planned.id), eq(jobRows.position, position))
    for (const position of [2, 3])
      await app.engine.db
        .update(jobRows)
        .set({ state: 'sending', sentAt: new Date() })
        .where(app.whereShop(jobRows, row(position)))
    const [first] = await app.engine.db
      .select()
      .from(jobRows)
      .where(app.whereShop(jobRows, row(2)))
    const { id } = await createAtGateway(app.owner, productCreate.parse(first?.change))
    await client.abandon(planned.id)
    await wakeLeftBehind(app.engine)
    expect(await client.until(planned.id, 'done')).toMatchObject({ counts: { done: 3, unconfirmed: 1 } })
    expect((await client.rows(planned.id, 'done'))[0]?.subject).toBe(id)
    expect(await client.countAtGateway()).toBe(before + 3)
    // Neither a retry nor the report's file sends it again.
    await client.call('POST', `/jobs/${planned.id}/retry`)
    expect(await client.until(planned.id, 'done')).toMatchObject({ counts: { unconfirmed: 1 } })
    expect(await client.countAtGateway()).toBe(before + 3)
    expect((await client.call('GET', `/jobs/${planned.id}/report`)).text).not.toContain('Crash')
  })

  it('knows a product again that was written down just before the crash', async () => {
    const planned = await client.load([csvHeader, ...csvLines('Kept')].join('\n'))
    const [row] = await app.engine.db
      .select()
      .from(jobRows)
      .where(app.whereShop(jobRows, eq(jobRows.jobId, planned.id)))
    await app.engine.db
      .update(jobRows)
      .set({ state: 'sending', sentAt: new Date() })
      .where(app.whereShop(jobRows, eq(jobRows.jobId, planned.id)))
    const { createProduct } = await import('@/lib/products/server/changing/create')
    const { id } = await createProduct(app.owner, productCreate.parse(row?.change))
    await app.engine.db
      .update(jobs)
      .set({ state: 'running', startedAt: new Date() })
      .where(app.whereShop(jobs, eq(jobs.id, planned.id)))
    await wakeLeftBehind(app.engine)
    await client.until(planned.id, 'done')
    expect((await client.rows(planned.id))[0]).toMatchObject({ state: 'done', subject: id })
  })

  it('settles what a crash left open together', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `Cut ${n}`)
    const planned = await client.load([csvHeader, ...csvLines(...names)].join('\n'))
    const rows = await app.engine.db
      .select()
      .from(jobRows)
      .where(whereRows(planned.id))
      .orderBy(jobRows.position)
    const sentAt = new Date()
    for (const { change } of rows) await createAtGateway(app.owner, productCreate.parse(change))
    await app.engine.db.update(jobRows).set({ state: 'sending', sentAt }).where(whereRows(planned.id))
    const before = app.logged().length
    await client.abandon(planned.id)
    await wakeLeftBehind(app.engine)
    expect(await client.until(planned.id, 'done')).toMatchObject({ counts: { done: 12, unconfirmed: 0 } })
    // One for each turn of the job: a busy machine needs several.
    expect(listReads(before)).toBeLessThan(12)
  })

  it('settles unanswered rows together', async () => {
    const names = Array.from({ length: 15 }, (_, n) => `Unheard ${n}`)
    const planned = await client.load([csvHeader, ...csvLines(...names)].join('\n'))
    await client.fault({ endpoint: 'products.create', kind: 'malformed', happens: true, count: 15 })
    const before = app.logged().length
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 15, unconfirmed: 0 } })
    // With those of syncs, which look for what is unconfirmed too.
    expect(listReads(before)).toBeLessThan(15)
  })

  it('looks again after a minute for products of a slow gateway', async () => {
    const planned = await client.load([csvHeader, ...csvLines('Late', 'Never')].join('\n'))
    await client.fault({ endpoint: 'products.create', kind: 'status', status: 500, count: 2 })
    expect(await client.run(planned.id)).toMatchObject({ counts: { unconfirmed: 2 } })
    await findUnconfirmedRows(app.engine)
    expect((await client.job(planned.id)).state).toBe('done') // A minute has not passed.
    const [late] = await app.engine.db.select().from(jobRows).where(whereRows(planned.id))
    await createAtGateway(app.owner, productCreate.parse(late?.change))
    await passMinute(planned.id)
    const count = await client.countAtGateway()
    await findUnconfirmedRows(app.engine)
    expect((await client.job(planned.id)).state).toBe('running')
    expect(await client.until(planned.id, 'done')).toMatchObject({ counts: { done: 1, unconfirmed: 1 } })
    // Once is enough: now a person is asked.
    await findUnconfirmedRows(app.engine)
    expect((await client.job(planned.id)).state).toBe('done')
    expect(await client.countAtGateway()).toBe(count)
  })

  it('looks again where whoever ordered it has no access any more, and sends nothing', async () => {
    const planned = await client.load([csvHeader, ...csvLines('Left', 'Gone')].join('\n'))
    await client.fault({ endpoint: 'products.create', kind: 'status', status: 500, count: 2 })
    expect(await client.run(planned.id)).toMatchObject({ counts: { unconfirmed: 2 } })
    const [late] = await app.engine.db.select().from(jobRows).where(whereRows(planned.id))
    await createAtGateway(app.owner, productCreate.parse(late?.change))
    await passMinute(planned.id)
    const count = await client.countAtGateway()
    const setDisabled = (at: SQL) =>
      app.engine.db.execute(sql`UPDATE memberships SET disabled_at = ${at} WHERE shop_id = 'sandbox'`)
    await setDisabled(sql`now()`)
    await findUnconfirmedRows(app.engine)
    await eventually(async () => {
      const [job] = await app.engine.db
        .select()
        .from(jobs)
        .where(app.whereShop(jobs, eq(jobs.id, planned.id)))
      expect(job?.state).not.toBe('running')
    })
    await setDisabled(sql`NULL`)
    expect(await client.job(planned.id)).toMatchObject({
      state: 'done',
      failure: null,
      counts: { done: 1, unconfirmed: 1 },
    })
    expect(await client.countAtGateway()).toBe(count)
  })

  it('creates lost products again only if a person says so, and once', async () => {
    const before = await client.countAtGateway()
    const planned = await client.load([csvHeader, ...csvLines('Gone 1', 'Gone 2')].join('\n'))
    await client.fault({ endpoint: 'products.create', kind: 'status', status: 500, count: 1 })
    await client.fault({ endpoint: 'products.create', kind: 'lost', count: 1 })
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 1, unconfirmed: 1 } })
    const again = async (verb: 'retry' | 'repeat') => {
      expect((await client.call('POST', `/jobs/${planned.id}/${verb}`)).status).toBe(200)
      return client.until(planned.id, 'done')
    }
    expect(await again('retry')).toMatchObject({ counts: { done: 1, unconfirmed: 1 } })
    // For a minute after the request, a slow gateway may still process it.
    expect(await again('repeat')).toMatchObject({ counts: { done: 1, unconfirmed: 1 } })
    expect(await client.countAtGateway()).toBe(before + 1)
    await app.engine.db
      .update(jobRows)
      .set({ sentAt: sql`now() - interval '2 minutes'` })
      .where(app.whereShop(jobRows, eq(jobRows.jobId, planned.id)))
    // A second lost answer needs a second confirmation.
    await client.fault({ endpoint: 'products.create', kind: 'status', status: 500, count: 1 })
    expect(await again('repeat')).toMatchObject({ counts: { done: 1, unconfirmed: 1 } })
    await app.engine.db
      .update(jobRows)
      .set({ sentAt: sql`now() - interval '2 minutes'` })
      .where(app.whereShop(jobRows, eq(jobRows.jobId, planned.id)))
    expect(await again('repeat')).toMatchObject({ counts: { done: 2, unconfirmed: 0 } })
    expect(await client.countAtGateway()).toBe(before + 2)
  })

  it('creates none again if several products may be it', async () => {
    const before = await client.countAtGateway()
    const planned = await client.load([csvHeader, ...csvLines('Same', 'Same')].join('\n'))
    const [row] = await app.engine.db
      .select()
      .from(jobRows)
      .where(app.whereShop(jobRows, eq(jobRows.jobId, planned.id)))
    // Both exist at the gateway, but neither answer arrived.
    await Promise.all([1, 2].map(() => createAtGateway(app.owner, productCreate.parse(row?.change))))
    await app.engine.db
      .update(jobRows)
      .set({ state: 'unconfirmed', sentAt: sql`now() - interval '2 minutes'` })
      .where(app.whereShop(jobRows, eq(jobRows.jobId, planned.id)))
    await app.engine.db
      .update(jobs)
      .set({ state: 'done', startedAt: new Date(), counts: null })
      .where(app.whereShop(jobs, eq(jobs.id, planned.id)))
    expect((await client.call('POST', `/jobs/${planned.id}/repeat`)).status).toBe(200)
    expect(await client.until(planned.id, 'done')).toMatchObject({ counts: { unconfirmed: 2 } })
    expect(await client.countAtGateway()).toBe(before + 2)
  })

  it('makes nothing twice when answers are lost', async () => {
    const before = await client.countAtGateway()
    const planned = await client.load([csvHeader, ...csvLines('Lost 1', 'Lost 2', 'Lost 3')].join('\n'))
    await client.fault({ endpoint: 'products.create', kind: 'lost', count: 2 })
    await client.fault({ endpoint: 'products.create', kind: 'status', status: 429, retry_after: 1 })
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 3, failed: 0 } })
    expect(await client.countAtGateway()).toBe(before + 3)
    const subjects = (await client.rows(planned.id)).map(({ subject }) => subject)
    expect(new Set(subjects).size).toBe(3)
  })

  it('refuses files without products, and stores nothing of them', async () => {
    const count = async () =>
      (await app.engine.db.select({ id: jobs.id }).from(jobs).where(app.whereShop(jobs))).length
    const before = await count()
    const refused = async (file: string | Uint8Array, query = '') =>
      (await client.call('POST', `/products/import${query}`, file)).json as {
        code: string
        errors?: Record<string, string[]>
      }
    const broken = Buffer.from(`${csvHeader}\n${'Caf\xc3\xa9,b\n'.repeat(3000)}Caf\xe9`, 'latin1')
    expect((await refused(broken)).errors?.file?.[0]).toMatch(/^Line 3002 /)
    expect((await refused('just words\nand more\n')).errors?.file?.[0]).toMatch(/not a CSV/)
    expect((await refused(`${csvHeader}\n`)).errors?.file?.[0]).toMatch(/no rows/)
    expect((await refused('')).errors?.file?.[0]).toMatch(/empty/)
    expect((await refused(`${csvHeader}\nx`, '?columns=name')).errors).toHaveProperty('columns')
    expect(await count()).toBe(before)
    const left = await app.engine.db.execute(
      sql`SELECT count(*)::int AS n FROM ${jobRows} r WHERE NOT EXISTS (SELECT 1 FROM ${jobs} t WHERE t.id = r.task_id)`,
    )
    expect(left.rows).toEqual([{ n: 0 }])
  })

  it('refuses more than 100 MB, declared or not', async () => {
    const declared = await fetch(`${app.url}/api/shops/sandbox/products/import`, {
      method: 'POST',
      headers: { 'content-length': String(101 * 1024 * 1024) },
      body: new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(`${csvHeader}\n`)),
      }),
      duplex: 'half',
    } as RequestInit).catch((error: unknown) => error)
    expect(declared instanceof Response ? declared.status : 413).toBe(413)
  })
})
