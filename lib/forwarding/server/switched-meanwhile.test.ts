import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { notifications } from '../../notifications/server/tables'
import { whereShop } from '../../testing/office'
import {
  changeEndpoint,
  createEndpoint,
  enableEndpoint,
  listEndpoints,
  readEndpoint,
  removeEndpoint,
  rotateSecret,
} from './endpoints'
import { queueForwards } from './queue'
import { forwardingEndpoints, forwardingMessages } from './tables'
import { forwardingBench, openReceiver } from './testing'

onEachEngine('an endpoint that is switched while notifications are processed', (kind) => {
  const bench = forwardingBench(kind)
  const { office, make, drain, messages, only, set } = bench
  let { context, receiver } = bench
  beforeEach(() => {
    ;({ context, receiver } = bench)
  })
  const isServer = kind === 'server'
  const switchOff = (id: string) => changeEndpoint(context, id, { enabled: false })
  const switchOn = (id: string) => enableEndpoint(context, id, { resend: true })
  /** A notification that was processed before there was an endpoint. */
  const processed = async () => {
    const id = await make.arrive(context)
    const [row] = await office.engine.db
      .select()
      .from(notifications)
      .where(whereShop(context.shop, notifications, eq(notifications.id, id)))
    return row!
  }

  it('is neither made nor changed for somebody who was demoted meanwhile', async () => {
    await make.endpoint(context, receiver.url)
    const { items } = await listEndpoints(context)
    const [{ id } = { id: '' }] = items
    // Their request was let in while they were an owner.
    const demoted = { ...(await office.insertPerson(context.shop.id, 'manager')), role: 'owner' as const }
    const late = { ...context, actor: demoted }
    const url = 'https://elsewhere.example/'
    for (const change of [
      () => createEndpoint(late, { name: 'Elsewhere', url }),
      () => changeEndpoint(late, id, { url, version: 1 }),
      () => enableEndpoint(late, id, { resend: true }),
      () => rotateSecret(late, id),
      () => removeEndpoint(late, id),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'forbidden' })
    expect(await listEndpoints(context)).toEqual({ items })
  })

  it('goes on at a new address, whatever the old one answers late', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    await make.arrive(context)
    const moved = await openReceiver()
    receiver.answers.push(
      (response) =>
        void changeEndpoint(context, id, { url: moved.url, version: 1 }).then(() =>
          response.writeHead(410).end(),
        ),
    )
    await drain(id)
    expect(await readEndpoint(context, id)).toMatchObject({ enabled: true, state: 'healthy' })
    expect(moved.posts).toHaveLength(1)
    expect(await only()).toMatchObject({ state: 'delivered' })
    await moved.close()
  })

  it('is not healthy at a new address because the old one accepted a message late', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    await make.arrive(context)
    const since = { failingSince: new Date('2026-11-01T00:00:00Z'), givenUpSinceSuccess: 3 }
    receiver.answers.push(
      (response) =>
        void changeEndpoint(context, id, { url: 'https://shop.example/new', version: 1 }).then(async () => {
          await office.engine.db
            .update(forwardingEndpoints)
            .set(since)
            .where(whereShop(context.shop, forwardingEndpoints, eq(forwardingEndpoints.id, id)))
          response.end()
        }),
    )
    await drain(id)
    expect(await only()).toMatchObject({ state: 'delivered' })
    expect(await readEndpoint(context, id)).toMatchObject({ state: 'failing', last_success_at: null })
  })

  it('sends what was queued at the same time as it is switched on', async () => {
    const row = await processed()
    const { id } = await make.endpoint(context, receiver.url)
    await switchOff(id)
    let switched: Promise<unknown> | undefined
    await office.engine.db.transaction(async (tx) => {
      await queueForwards(tx, context.shop.id, [row])
      switched = switchOn(id)
      await sleep(200)
    })
    await switched
    await drain(id)
    expect(await only()).toMatchObject({ state: 'delivered' })
  })

  // The embedded engine has one transaction at a time.
  it.runIf(isServer)('misses what began to be processed before it was switched off', async () => {
    const row = await processed()
    const { id } = await make.endpoint(context, receiver.url)
    await office.engine.db.transaction(async (tx) => {
      await tx.execute(sql`SELECT 1`)
      await switchOff(id)
      await queueForwards(tx, context.shop.id, [row])
    })
    expect(await readEndpoint(context, id)).toMatchObject({ missed: 1 })
    await switchOn(id)
    await drain(id)
    expect(await only()).toMatchObject({ state: 'delivered' })
  })

  it.runIf(isServer)('sends what a sender cancels at the same time as it is switched on', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    await make.arrive(context)
    await make.arrive(context)
    const [later, due] = await messages()
    const whereEndpoint = whereShop(context.shop, forwardingEndpoints, eq(forwardingEndpoints.id, id))
    const off = { enabled: false, disabledAt: sql`now()`, disabledReason: 'hand' as const }
    await office.engine.db.update(forwardingEndpoints).set(off).where(whereEndpoint)
    await set({ nextAttemptAt: sql`CASE WHEN id = ${due!.id} THEN now() ELSE now() + interval '1 hour' END` })
    const work: Promise<unknown>[] = []
    await office.engine.db.transaction(async (tx) => {
      const held = whereShop(context.shop, forwardingMessages, eq(forwardingMessages.id, later!.id))
      await tx.select().from(forwardingMessages).where(held).for('update')
      work.push(drain(id))
      await sleep(200)
      work.push(switchOn(id))
      await sleep(200)
    })
    await Promise.all(work)
    await drain(id)
    expect((await messages()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })
})
