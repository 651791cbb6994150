import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { eventually } from '../../testing/eventually'
import { whereShop } from '../../testing/office'
import { drainEndpoint } from './drain'
import { startForwarding, sweepForwarding } from './start'
import { forwardingEndpoints } from './tables'
import { forwardingBench } from './testing'

onEachEngine('forwarding while the process ends', (kind) => {
  const bench = forwardingBench(kind)
  const { make, messages, office, set } = bench
  let { context, receiver } = bench
  beforeEach(() => {
    ;({ context, receiver } = bench)
  })

  it('begins no further post, records those under way, and leaves the endpoint to the next process', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    const ending = new AbortController()
    const slowly = (response: { end: (text: string) => void }) =>
      void setTimeout(() => {
        ending.abort()
        setTimeout(() => response.end('fine'), 100)
      }, 100)
    receiver.answers.push(slowly, slowly, slowly, slowly)
    for (let count = 0; count < 8; count++) await make.arrive(context)
    const engine = { ...office.engine, ending: ending.signal }
    await drainEndpoint(engine, { shopId: context.shop.id, endpointId: id })
    expect(receiver.posts).toHaveLength(4)
    const states = (await messages()).map(({ state, attempts }) => `${state} ${attempts}`)
    expect(states.toSorted((one, other) => one.localeCompare(other))).toEqual([
      ...Array.from({ length: 4 }, () => 'delivered 1'),
      ...Array.from({ length: 4 }, () => 'waiting 0'),
    ])
    const [endpoint] = await office.engine.db
      .select({ leasedUntil: forwardingEndpoints.leasedUntil })
      .from(forwardingEndpoints)
      .where(whereShop(context.shop, forwardingEndpoints))
    expect(endpoint?.leasedUntil).toBeNull()
  })

  it('is taken over where the clock was put back since another process began', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    await make.arrive(context)
    await office.engine.db
      .update(forwardingEndpoints)
      .set({ leasedUntil: sql`now() + interval '1 day'` })
      .where(whereShop(context.shop, forwardingEndpoints))
    await drainEndpoint(office.engine, { shopId: context.shop.id, endpointId: id })
    expect(await messages()).toMatchObject([{ state: 'delivered' }])
  })

  it('retries at once what was tried before the clock was put back, and nothing else', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    await make.arrive(context)
    const inHours = (hours: number) => sql`now() + make_interval(hours => ${hours})`
    const retry = async () => {
      await sweepForwarding(office.engine)
      await drainEndpoint(office.engine, { shopId: context.shop.id, endpointId: id })
    }
    const tried = { nextAttemptAt: inHours(5), roundAttempts: 1, lastAttemptAt: inHours(-7) }
    for (const roundAt of [inHours(-20), inHours(5)]) {
      await set({ ...tried, roundAt })
      await retry()
      expect(await messages()).toMatchObject([{ state: 'waiting' }])
    }
    await set({ lastAttemptAt: inHours(5) })
    await retry()
    expect(await messages()).toMatchObject([{ state: 'delivered' }])
  })

  it('is waited for', async () => {
    const awaited: Promise<unknown>[] = []
    const inBackground = (work: () => Promise<unknown>) => void awaited.push(work())
    await startForwarding({ ...office.engine, inBackground })
    await make.endpoint(context, receiver.url)
    await make.arrive(context)
    await eventually(async () => expect(await messages()).toMatchObject([{ state: 'delivered' }]))
    expect(awaited.length).toBeGreaterThan(0)
  })
})
