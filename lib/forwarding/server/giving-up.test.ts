import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { alerts } from '../../alerts/server/tables'
import { shops } from '../../core/server/tables/shops'
import { onEachEngine } from '../../db/testing-engines'
import { processLeftBehind } from '../../notifications/server/interpreting/backlog'
import { notifications } from '../../notifications/server/tables'
import { eventually } from '../../testing/eventually'
import { whereShop } from '../../testing/office'
import { enableEndpoint, changeEndpoint, readEndpoint, removeEndpoint } from './endpoints'
import { createMessage, resendMessage } from './messages'
import { forgetOldForwards, queueForwards } from './queue'
import { startForwarding, sweepForwarding } from './start'
import { forwardingAttempts, forwardingEndpoints, forwardingMessages } from './tables'
import { forwardingBench, openReceiver, status } from './testing'

onEachEngine('forwarding that fails or stops to a receiver', (kind) => {
  const bench = forwardingBench(kind)
  const { office, make, drain, messages, only, set, makeDue } = bench
  let { context, receiver } = bench
  beforeEach(() => {
    ;({ context, receiver } = bench)
  })

  it('gives up after three days, and disables an endpoint that accepted nothing since', async () => {
    const { id, name } = await make.endpoint(context, receiver.url)
    // The second turn sends both messages at once. Neither is accepted, in any order.
    receiver.answers.push(status(500), status(500), status(500))
    await make.arrive(context)
    await drain(id)
    await set({ roundAt: sql`now() - interval '71.9 hours'`, roundAttempts: 12 })
    await makeDue()
    await make.arrive(context, { status: 'failed' })
    await drain(id)
    const states = (await messages()).map(({ state }) => state).toSorted()
    expect(states).toEqual(['cancelled', 'given_up'])
    expect(await readEndpoint(context, id)).toMatchObject({
      state: 'disabled',
      disabled_reason: 'failing',
      disabled_at: expect.any(String),
    })
    const raised = await office.engine.db
      .select()
      .from(alerts)
      .where(and(eq(alerts.shopId, context.shop.id), eq(alerts.subject, id)))
    expect(raised).toMatchObject([
      { kind: 'forwarding_disabled', detail: { endpoint_id: id, endpoint: name }, closedAt: null },
    ])
  })

  it('gives up nothing that waited for three days before it was tried', async () => {
    const { db } = office.engine
    const { id } = await make.endpoint(context, receiver.url)
    await make.arrive(context)
    const archive = (archivedAt: Date | null) =>
      db.update(shops).set({ archivedAt }).where(eq(shops.id, context.shop.id))
    await archive(new Date())
    await drain(id)
    expect(receiver.posts).toHaveLength(0)
    await set({ roundAt: sql`now() - interval '4 days'`, nextAttemptAt: sql`now() - interval '4 days'` })
    await archive(null)
    receiver.answers.push(status(503), status(503))
    await drain(id)
    expect(await only()).toMatchObject({ state: 'waiting', attempts: 1 })
    // It stopped again, for days, after that attempt.
    await set({ roundAt: sql`now() - interval '4 days'` })
    await makeDue()
    await drain(id)
    expect(await only()).toMatchObject({ state: 'waiting', attempts: 2 })
    expect(await readEndpoint(context, id)).toMatchObject({ enabled: true, state: 'failing' })
    await makeDue()
    await drain(id)
    expect(await only()).toMatchObject({ state: 'delivered', attempts: 3 })
  })

  it('gives up one message, where others are accepted, until too many are', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    await make.arrive(context)
    await drain(id)
    const giveUpOne = async () => {
      receiver.answers.push(status(400))
      await make.arrive(context)
      await set({ roundAt: sql`now() - interval '73 hours'`, roundAttempts: 12 })
      await office.engine.db
        .update(forwardingEndpoints)
        .set({ lastSuccessAt: sql`now() - interval '1 hour'` })
        .where(whereShop(context.shop, forwardingEndpoints, eq(forwardingEndpoints.id, id)))
      await drain(id)
    }
    await giveUpOne()
    expect((await messages()).map(({ state }) => state).toSorted()).toEqual(['delivered', 'given_up'])
    expect(await readEndpoint(context, id)).toMatchObject({ enabled: true, state: 'failing' })
    for (let count = 1; count < 10; count++) await giveUpOne()
    expect(await readEndpoint(context, id)).toMatchObject({ enabled: false, disabled_reason: 'failing' })
  })

  it('disables a gone endpoint, keeps later messages, and sends them after a resume', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    receiver.answers.push(status(410))
    await make.arrive(context)
    await drain(id)
    const gone = await readEndpoint(context, id)
    expect(gone).toMatchObject({
      state: 'disabled',
      disabled_reason: 'gone',
      missed: 1,
      counts: { given_up: 1 },
    })
    await make.arrive(context, { status: 'failed' })
    await drain(id)
    expect(receiver.posts).toHaveLength(1)
    expect(await readEndpoint(context, id)).toMatchObject({ missed: 2, counts: { cancelled: 1 } })
    const [first] = await messages()
    await expect(resendMessage(context, first!.id)).rejects.toMatchObject({ code: 'invalid' })
    expect(await enableEndpoint(context, id, { resend: true })).toMatchObject({ enabled: true, missed: 0 })
    await drain(id)
    expect(receiver.posts).toHaveLength(3)
    expect(await readEndpoint(context, id)).toMatchObject({ state: 'healthy', counts: { delivered: 2 } })
    const raised = await office.engine.db.select().from(alerts).where(eq(alerts.subject, id))
    expect(raised).toMatchObject([{ closedHow: 'over' }])
  })

  it('drops missed messages on request, without an alert', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    await make.arrive(context)
    expect(await changeEndpoint(context, id, { enabled: false })).toMatchObject({
      disabled_reason: 'hand',
      missed: 1,
    })
    await make.arrive(context)
    await enableEndpoint(context, id, { resend: false })
    await drain(id)
    expect(receiver.posts).toHaveLength(0)
    expect((await messages()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
    expect(await office.engine.db.select().from(alerts).where(eq(alerts.subject, id))).toEqual([])
  })

  it.skipIf(kind === 'embedded')(
    'misses nothing that was being worked out when it was switched off',
    async () => {
      const notification = await make.arrive(context)
      const { id } = await make.endpoint(context, receiver.url)
      await office.engine.db.transaction(async (tx) => {
        await tx.execute(sql`SELECT pg_sleep(0.05)`)
        await changeEndpoint(context, id, { enabled: false })
        const [row] = await tx.select().from(notifications).where(eq(notifications.id, notification))
        await queueForwards(tx, context.shop.id, [row!])
      })
      expect(await readEndpoint(context, id)).toMatchObject({ missed: 1, counts: { cancelled: 1 } })
    },
  )

  it('sends one again, or a first time, by hand', async () => {
    const { id } = await make.endpoint(context, receiver.url, { statuses: ['FAILED'] })
    const unwanted = await make.arrive(context)
    const wanted = await make.arrive(context, { status: 'failed' })
    await drain(id)
    expect(receiver.uids()).toEqual([wanted])
    const again = await resendMessage(context, (await only()).id)
    expect(again).toMatchObject({ requested_by: context.actor.name })
    await eventually(() => drain(id).then(() => expect(receiver.uids()).toEqual([wanted, wanted])))
    const made = await createMessage(context, { endpoint_id: id, notification_id: unwanted })
    await drain(id)
    expect(receiver.uids()).toEqual([wanted, wanted, unwanted])
    const repeated = await createMessage(context, { endpoint_id: id, notification_id: unwanted })
    expect(repeated.id).toBe(made.id)
    await drain(id)
    expect(receiver.posts.at(-1)!.headers['webhook-id']).toBe(made.id)
  })

  it('goes on with one that a person sends again during its last attempt', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    receiver.answers.push(status(500))
    await make.arrive(context)
    await drain(id)
    await set({ roundAt: sql`now() - interval '71.9 hours'`, roundAttempts: 12 })
    await makeDue()
    const message = await only()
    receiver.answers.push(
      (response) => void resendMessage(context, message.id).then(() => response.writeHead(500).end()),
    )
    await drain(id)
    expect(await readEndpoint(context, id)).toMatchObject({ enabled: true })
    const counted = await office.engine.db
      .select({ givenUpSinceSuccess: forwardingEndpoints.givenUpSinceSuccess })
      .from(forwardingEndpoints)
      .where(whereShop(context.shop, forwardingEndpoints, eq(forwardingEndpoints.id, id)))
    expect(counted).toEqual([{ givenUpSinceSuccess: 0 }])
    await eventually(async () => {
      await drain(id)
      expect(await only()).toMatchObject({ state: 'delivered', attempts: 3 })
    })
  })

  it('sends again what a person sends again during an attempt that is accepted', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    await make.arrive(context)
    const message = await only()
    receiver.answers.push((response) => void resendMessage(context, message.id).then(() => response.end()))
    await drain(id)
    await drain(id)
    expect(receiver.posts).toHaveLength(2)
    expect(await only()).toMatchObject({ state: 'delivered', attempts: 2 })
  })

  it('finds messages left by a crash in any phase', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    await make.arrive(context, { uid: 'one' })
    // As if its process had ended before it was processed.
    await office.engine.db.execute(sql`DELETE FROM forwarding_messages WHERE shop_id = ${context.shop.id}`)
    await office.engine.db.execute(sql`UPDATE notifications SET processed_at = NULL, keys = NULL,
        received_at = now() - interval '1 hour' WHERE shop_id = ${context.shop.id}`)
    await processLeftBehind({ engine: office.engine, log: context.log })
    expect(await only()).toMatchObject({ state: 'waiting', attempts: 0 })
    // As if the queue lost it and its process ended during the attempt.
    await set({ attempts: 1, nextAttemptAt: sql`now() + interval '50 seconds'` })
    await office.engine.db
      .update(forwardingEndpoints)
      .set({ leasedUntil: sql`now() + interval '50 seconds'` })
      .where(whereShop(context.shop, forwardingEndpoints, eq(forwardingEndpoints.id, id)))
    await drain(id)
    expect(receiver.posts).toHaveLength(0)
    await makeDue()
    await office.engine.db
      .update(forwardingEndpoints)
      .set({ leasedUntil: sql`now()` })
      .where(whereShop(context.shop, forwardingEndpoints))
    await drain(id)
    expect(receiver.uids()).toEqual(['one'])
    expect(await only()).toMatchObject({ state: 'delivered', attempts: 2 })
  })

  it('is shared by several senders, each message sent once', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    for (let count = 0; count < 12; count++) await make.arrive(context)
    await Promise.all([drain(id), drain(id), drain(id)])
    await drain(id)
    expect(receiver.posts).toHaveLength(12)
    expect(new Set(receiver.uids()).size).toBe(12)
  })

  it('deletes old messages with their log', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    await make.arrive(context)
    await drain(id)
    const old = {
      createdAt: sql`now() - interval '31 days'`,
      lastAttemptAt: sql`now() - interval '31 days'`,
    }
    await set(old)
    await make.arrive(context)
    await removeEndpoint(context, id)
    await forgetOldForwards(office.engine.db)
    const left = (
      table: typeof forwardingAttempts | typeof forwardingMessages | typeof forwardingEndpoints,
    ) => office.engine.db.$count(table, eq(table.shopId, context.shop.id))
    expect([await left(forwardingMessages), await left(forwardingAttempts)]).toEqual([1, 0])
    expect(await left(forwardingEndpoints)).toBe(1)
    await set(old)
    await forgetOldForwards(office.engine.db)
    expect([await left(forwardingMessages), await left(forwardingEndpoints)]).toEqual([0, 0])
  })

  it('runs by itself, and a slow endpoint does not delay others', async () => {
    const [slow, quick] = [await openReceiver(), await openReceiver()]
    const hanging = await make.endpoint(context, slow.url)
    const { id } = await make.endpoint(context, quick.url)
    for (let count = 0; count < 6; count++) slow.answers.push(() => undefined)
    await startForwarding(office.engine)
    for (let count = 0; count < 3; count++) await make.arrive(context)
    await eventually(() => expect(slow.posts).toHaveLength(3))
    await eventually(() => expect(quick.posts).toHaveLength(3))
    await eventually(async () => expect(await readEndpoint(context, id)).toMatchObject({ state: 'healthy' }))
    expect(await readEndpoint(context, hanging.id)).toMatchObject({ state: 'new', counts: { waiting: 3 } })
    await slow.close()
    await eventually(async () =>
      expect(await readEndpoint(context, hanging.id)).toMatchObject({ state: 'failing' }),
    )
    // The sweep finds due messages that are not queued.
    const messageId = (await messages()).find(({ endpoint_id: endpoint }) => endpoint === id)!.id
    await office.engine.db
      .update(forwardingMessages)
      .set({ state: 'waiting', nextAttemptAt: sql`now()` })
      .where(whereShop(context.shop, forwardingMessages, eq(forwardingMessages.id, messageId)))
    await sweepForwarding(office.engine)
    await eventually(() => expect(quick.posts).toHaveLength(4))
    await quick.close()
  })
})
