import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '@/lib/testing/eventually'
import { openPool } from './connection/pool'
import { startQueues } from './queues'
import { onEachEngine } from './testing-engines'
import { freshDatabase, freshFolder } from './testing'

onEachEngine('messages from before the clock was put back', (kind) => {
  let open: Awaited<ReturnType<typeof openPool>>
  let drop: () => Promise<void>
  beforeAll(async () => {
    const fresh = await (kind === 'embedded' ? freshFolder() : freshDatabase())
    drop = fresh.drop
    open = await openPool(fresh.storage, () => undefined)
  })
  afterAll(async () => {
    await open.close()
    await drop()
  })
  const start = () => startQueues(open.pool, () => undefined, { alone: (work) => work() })
  const query = (text: string) => open.pool.query<{ n: string; seconds: number }>(text)
  const ahead = `interval '5 hours'`

  it('are done, keep no other with their key out, and pause no longer than they would have', async () => {
    const before = await start()
    for (const name of ['test.now', 'test.held', 'test.later', 'test.again'])
      await before.define(name, async () => {})
    await before.stop()
    // As sent, taken and failed while the clock was ahead.
    const columns =
      'INSERT INTO pgboss.job (name, data, policy, state, singleton_key, created_on, started_on, start_after)'
    await query(`${columns} VALUES
      ('test.now', '{"n":1}', 'short', 'created', 'key', now() + ${ahead}, NULL, now() + ${ahead}),
      ('test.held', '{"n":2}', 'short', 'active', 'key', now() + ${ahead}, now() + ${ahead}, now() + ${ahead}),
      ('test.later', '{"n":3}', 'short', 'created', 'key', now() + ${ahead}, NULL, now() + ${ahead} + interval '1 hour'),
      ('test.again', '{"n":4}', 'short', 'retry', 'key', now() - ${ahead}, now() + ${ahead}, now() + ${ahead} + interval '2 hours')`)
    const after = await start()
    const seen: unknown[] = []
    await after.define<{ n: number }>('test.now', async ({ n }) => void seen.push(n))
    await eventually(() => expect(seen).toEqual([1]))
    await after.send('test.now', { n: 5 }, { key: 'key' })
    await eventually(() => expect(seen).toEqual([1, 5]))
    const { rows } =
      await query(`SELECT data ->> 'n' AS n, extract(epoch FROM start_after - now())::int AS seconds
      FROM pgboss.job WHERE name IN ('test.later', 'test.again') ORDER BY 1`)
    const [later, again] = rows.map(({ seconds }) => seconds)
    expect(later).toBeGreaterThan(3000)
    expect(later).toBeLessThanOrEqual(3600)
    expect(again).toBeGreaterThan(6600)
    expect(again).toBeLessThanOrEqual(7200)
    // What a killed process had taken expires in time.
    const held = await query(`SELECT 1 FROM pgboss.job WHERE name = 'test.held' AND started_on <= now()`)
    expect(held.rows).toHaveLength(1)
    await after.stop()
  })
})
