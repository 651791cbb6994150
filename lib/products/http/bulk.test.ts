import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import { updateAtGateway } from '@/lib/gateway/client/endpoints'
import { wakeLeftBehind } from '@/lib/jobs/server/start'
import { eventually } from '@/lib/testing/eventually'
import { jobs, jobRows } from '@/lib/jobs/server/tables'
import { testJobs } from '../../testing/jobs'

onEachEngine('changes of many products over HTTP', (kind) => {
  const { app, client } = testJobs(kind)

  const run = async (id: string) => {
    expect((await client.call('POST', `/jobs/${id}/run`)).status).toBe(200)
    return client.until(id, 'done')
  }
  const rowsOf = (id: string) =>
    app.engine.db
      .select()
      .from(jobRows)
      .where(app.whereShop(jobRows, eq(jobRows.jobId, id)))

  it('shows differences first, changes what it can, and undoes it as one action', async () => {
    const [euro, same, yen] = await Promise.all([
      client.make({ amount: 1000 }),
      client.make({ amount: 700 }),
      client.make({ currency: 'JPY', amount: 500 }),
    ])
    const ids = [euro.id, same.id, yen.id]
    const planned = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 700 }, { ids })
    expect(planned).toMatchObject({
      state: 'planned',
      counts: { total: 3, planned: 1, unchanged: 1, invalid: 1 },
    })
    expect((await client.atGateway(euro.id)).amount).toBe(1000)
    const [invalid] = await client.rows(planned.id, 'invalid')
    expect(invalid).toMatchObject({ subject: yen.id, errors: { currency: ['The price is in JPY'] } })
    expect(await run(planned.id)).toMatchObject({
      counts: { done: 1, unchanged: 1, invalid: 1 },
      undoable: true,
    })
    expect((await client.atGateway(euro.id)).amount).toBe(700)
    expect(await client.rows(planned.id, 'done')).toMatchObject([
      { name: 'Paper', currency: 'EUR', change: { amount: 700 }, before: { amount: 1000 } },
    ])

    const undo = await client.call('POST', `/jobs/${planned.id}/undo`)
    const again = await client.call('POST', `/jobs/${planned.id}/undo`)
    expect(again.json).toMatchObject({ id: (undo.json as { id: string }).id, undoes: planned.id })
    expect(await client.until((undo.json as { id: string }).id, 'done')).toMatchObject({
      counts: { total: 1, done: 1 },
    })
    expect((await client.atGateway(euro.id)).amount).toBe(1000)
    expect(await client.job(planned.id)).toMatchObject({
      undone_by: (undo.json as { id: string }).id,
      undoable: false,
    })
  })

  it('overwrites no price that was changed elsewhere since the dry run', async () => {
    const { id } = await client.make({ amount: 1000 })
    const planned = await client.plan({ kind: 'change_price', percent: '10' }, { ids: [id] })
    await client.changeElsewhere(id, { amount: 1234 })
    expect(await run(planned.id)).toMatchObject({ counts: { skipped: 1, done: 0 } })
    expect((await client.atGateway(id)).amount).toBe(1234)
    expect((await client.rows(planned.id))[0]?.errors).toEqual({
      amount: ['Now 12.34 EUR; it was 10.00 EUR'],
    })
  })

  it('puts back no stock that was sold from since', async () => {
    const [sold, unsold] = [await client.make({ quantity: 3 }), await client.make({ quantity: 3 })]
    const planned = await client.plan({ kind: 'set_quantity', quantity: 50 }, { ids: [sold.id, unsold.id] })
    await run(planned.id)
    await client.changeElsewhere(sold.id, { quantity: 49 }) // As a sale does.
    const { json } = await client.call('POST', `/jobs/${planned.id}/undo`)
    expect(await client.until((json as { id: string }).id, 'done')).toMatchObject({
      counts: { done: 1, skipped: 1 },
    })
    expect((await client.atGateway(sold.id)).quantity).toBe(49)
    expect((await client.atGateway(unsold.id)).quantity).toBe(3)
  })

  it('puts back no price if the currency was changed since', async () => {
    const { id } = await client.make({ amount: 1000 })
    const planned = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 700 }, { ids: [id] })
    await run(planned.id)
    await client.changeElsewhere(id, { currency: 'JPY' })
    const { json } = await client.call('POST', `/jobs/${planned.id}/undo`)
    const undo = (json as { id: string }).id
    expect(await client.until(undo, 'done')).toMatchObject({ counts: { done: 0, skipped: 1 } })
    expect(await client.atGateway(id)).toMatchObject({ amount: 700, currency: 'JPY' })
    expect((await client.rows(undo))[0]?.errors).toEqual({ currency: ['Now JPY; it was EUR'] })
  })

  it('makes stock unlimited, extends and archives, and puts each back', async () => {
    const { id } = await client.make({ quantity: 3 })
    for (const [operation, back] of [
      [
        { kind: 'set_quantity', quantity: 'infinite' },
        { infinite: false, quantity: 3 },
      ],
      [{ kind: 'extend_expiry', by: { days: 3 } }, { expired_at: '2030-01-01T12:00:00+05:30' }],
      [
        { kind: 'extend_expiry', by: { immortal: true } },
        { expired_at: '2030-01-01T12:00:00+05:30', immortal: false },
      ],
      [{ kind: 'set_test', test: true }, { test: false }],
      [{ kind: 'archive' }, { archived: false }],
    ] as const) {
      const planned = await client.plan(operation, { ids: [id] })
      expect(await run(planned.id)).toMatchObject({ counts: { done: 1 } })
      const { json } = await client.call('POST', `/jobs/${planned.id}/undo`)
      expect(await client.until((json as { id: string }).id, 'done')).toMatchObject({ counts: { done: 1 } })
      expect((await client.call('GET', `/products/${id}`)).json).toMatchObject(back)
    }
  })

  it('waits when the gateway limits it, and loses nothing', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => client.make()))
    const ids = made.map(({ id }) => id)
    const planned = await client.plan({ kind: 'change_price', percent: '10' }, { ids })
    await client.fault({
      endpoint: 'products.update',
      kind: 'status',
      status: 429,
      retry_after: 1,
      count: 2,
    })
    await client.call('POST', `/jobs/${planned.id}/run`)
    expect(await client.until(planned.id, 'done')).toMatchObject({ counts: { done: 4, failed: 0 } })
    for (const id of ids) expect((await client.atGateway(id)).amount).toBe(7150)
  })

  it('pauses while the gateway is down, reports it, and resumes by itself', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => client.make()))
    const planned = await client.plan({ kind: 'set_test', test: true }, { ids: made.map(({ id }) => id) })
    await client.fault({ endpoint: 'products.get', kind: 'status', status: 503, count: 1000 })
    await client.call('POST', `/jobs/${planned.id}/run`)
    await eventually(async () =>
      expect(await client.job(planned.id)).toMatchObject({
        state: 'running',
        waiting_for: 'gateway_unavailable',
        counts: { planned: 4 },
      }),
    )
    await client.repair()
    await app.engine.db
      .update(jobs)
      .set({ waitingUntil: new Date() })
      .where(app.whereShop(jobs, eq(jobs.id, planned.id)))
    await wakeLeftBehind(app.engine)
    expect(await client.until(planned.id, 'done')).toMatchObject({ counts: { done: 4 } })
  })

  it('shows the gateway’s reason for a failed row, and retries failed rows', async () => {
    const { id } = await client.make()
    const planned = await client.plan({ kind: 'set_test', test: true }, { ids: [id] })
    const body = { message: 'No', errors: { test: ['is not allowed'] } }
    await client.fault({ endpoint: 'products.update', kind: 'status', status: 422, body })
    expect(await run(planned.id)).toMatchObject({ counts: { failed: 1 } })
    expect((await client.rows(planned.id))[0]?.errors).toEqual({ test: ['is not allowed'] })
    expect((await client.call('GET', `/jobs/${planned.id}/report`)).text).toBe(
      `id,amount,quantity,infinite,expired_at,immortal,test,error\r\n${id},,,,,,true,test: is not allowed\r\n`,
    )
    await client.call('POST', `/jobs/${planned.id}/retry`)
    expect(await client.until(planned.id, 'done')).toMatchObject({ counts: { failed: 0, done: 1 } })
  })

  it('changes no price again whose product has another currency by then', async () => {
    const { id } = await client.make({ amount: 1000 })
    const planned = await client.plan({ kind: 'change_price', percent: '10' }, { ids: [id] })
    await client.fault({ endpoint: 'products.update', kind: 'status', status: 422, body: { message: 'No' } })
    expect(await run(planned.id)).toMatchObject({ counts: { failed: 1 } })
    await client.changeElsewhere(id, { currency: 'JPY' })
    await client.call('POST', `/jobs/${planned.id}/retry`)
    expect(await client.until(planned.id, 'done')).toMatchObject({ counts: { skipped: 1, done: 0 } })
    expect(await client.atGateway(id)).toMatchObject({ amount: 1000, currency: 'JPY' })
  })

  it('takes the same number in another currency for another price', async () => {
    const { id } = await client.make({ amount: 1000 })
    const planned = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 700 }, { ids: [id] })
    await client.changeElsewhere(id, { amount: 700, currency: 'JPY' })
    expect(await run(planned.id)).toMatchObject({ counts: { skipped: 1, unchanged: 0 } })
    expect((await client.rows(planned.id))[0]?.errors?.currency).toEqual(['Now JPY; it was EUR'])
  })

  it('settles an answer that was lost by reading the product', async () => {
    const { id } = await client.make()
    const planned = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 5 }, { ids: [id] })
    await client.fault({ endpoint: 'products.update', kind: 'lost' })
    expect(await run(planned.id)).toMatchObject({ counts: { done: 1 } })
    expect((await client.atGateway(id)).amount).toBe(5)
  })

  it('resumes after a crash: sent rows are done, unsent ones are sent, unanswered ones are reported', async () => {
    const [written, unwritten, other] = [await client.make(), await client.make(), await client.make()]
    const ids = [written.id, unwritten.id, other.id]
    const planned = await client.plan({ kind: 'set_price', currency: 'EUR', amount: 5 }, { ids })
    await client.abandon(planned.id)
    await app.engine.db
      .update(jobRows)
      .set({ state: 'sending', sentAt: new Date() })
      .where(app.whereShop(jobRows, eq(jobRows.jobId, planned.id)))
    await updateAtGateway(app.owner, written.id, { amount: 5 })
    await updateAtGateway(app.owner, other.id, { amount: 99 })
    await wakeLeftBehind(app.engine)
    await client.until(planned.id, 'done')
    const rows = new Map((await rowsOf(planned.id)).map((row) => [row.subject, row.state]))
    expect(rows.get(written.id)).toBe('done')
    expect(rows.get(unwritten.id)).toBe('done')
    expect(rows.get(other.id)).toBe('unconfirmed')
    expect((await client.atGateway(other.id)).amount).toBe(99)
  })

  it('is processed by one process at a time, and started once', async () => {
    const { id } = await client.make({ amount: 1000 })
    const planned = await client.plan({ kind: 'change_price', percent: '10' }, { ids: [id] })
    const answers = await Promise.all([1, 2, 3].map(() => client.call('POST', `/jobs/${planned.id}/run`)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    await Promise.all([1, 2, 3].map(() => wakeLeftBehind(app.engine)))
    await client.until(planned.id, 'done')
    expect((await client.atGateway(id)).amount).toBe(1100)
  })

  it.each([
    ['has another role', sql`role = 'support'`],
    ['has no access any more', sql`disabled_at = now()`],
  ])('stops where whoever ordered it %s', async (_what, taken) => {
    const { id } = await client.make()
    const planned = await client.plan({ kind: 'set_test', test: true }, { ids: [id] })
    await app.engine.db.execute(sql`UPDATE memberships SET ${taken} WHERE shop_id = 'sandbox'`)
    await app.engine.db
      .update(jobs)
      .set({ state: 'running', startedAt: new Date() })
      .where(app.whereShop(jobs, eq(jobs.id, planned.id)))
    await wakeLeftBehind(app.engine)
    await eventually(async () => {
      const [row] = await app.engine.db
        .select({ state: jobs.state })
        .from(jobs)
        .where(app.whereShop(jobs, eq(jobs.id, planned.id)))
      expect(row?.state).toBe('failed')
    })
    await app.engine.db.execute(
      sql`UPDATE memberships SET role = 'owner', disabled_at = NULL WHERE shop_id = 'sandbox'`,
    )
    expect(await client.until(planned.id, 'failed')).toMatchObject({
      failure: 'forbidden',
      counts: { planned: 1 },
    })
    expect((await client.atGateway(id)).test).toBe(false)
  })

  it('refuses what makes no sense', async () => {
    const selection = { ids: ['prd_00'] }
    for (const operation of [
      { kind: 'delete' },
      { kind: 'set_price', currency: 'EUR', amount: 0 },
      { kind: 'set_price', currency: 'XXX', amount: 1 },
      { kind: 'set_quantity', quantity: -1 },
      { kind: 'extend_expiry', by: { until: '2020-01-01T00:00:00+00:00' } },
      { kind: 'extend_expiry', by: { days: 0 } },
    ])
      expect(await client.call('POST', '/products/bulk', { operation, selection })).toMatchObject({
        status: 422,
      })
    const nothing = await client.plan({ kind: 'archive' }, selection)
    expect(nothing.counts.total).toBe(0)
    expect((await client.call('POST', `/jobs/${nothing.id}/undo`)).status).toBe(409)
    expect((await client.call('GET', '/jobs/nonsense')).status).toBe(404)
  })

  it('changes a product only while it has the expected values', async () => {
    const { id } = await client.make({ amount: 100, quantity: 5 })
    await client.changeElsewhere(id, { quantity: 4 })
    const refused = await client.call('PATCH', `/products/${id}`, {
      amount: 1,
      expect: { quantity: 5, amount: 100 },
    })
    expect(refused).toMatchObject({ status: 409, json: { code: 'conflict', current: { quantity: 4 } } })
    expect(
      await client.call('PATCH', `/products/${id}`, { amount: 1, expect: { quantity: 4 } }),
    ).toMatchObject({
      status: 200,
      json: { amount: 1 },
    })
    expect(await client.call('PATCH', `/products/${id}`, { expect: { quantity: 4 } })).toMatchObject({
      status: 422,
    })
    expect(await client.call('PATCH', `/products/${id}`, { amount: 0, colour: 1 })).toMatchObject({
      status: 422,
      json: { errors: { amount: ['Must be more than zero'], colour: ['Unknown: colour'] } },
    })
  })
})
