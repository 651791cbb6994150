import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { eventually } from '../../testing/eventually'
import { whereShop } from '../../testing/office'
import { drainEndpoint } from './drain'
import { startForwarding } from './start'
import { forwardingEndpoints } from './tables'
import { forwardingBench } from './testing'

onEachEngine('forwarding while the process ends', (kind) => {
  const bench = forwardingBench(kind)
  const { make, messages, office } = bench
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
