import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { correlated, correlationId } from './tracing'
import type { Engine } from './engine'
import { startQueues } from './queues'
import { openPool } from './connection/pool'
import { onEachEngine } from './testing-engines'
import { freshDatabase, freshFolder, openTestEngine } from './testing'
import { eventually } from '@/lib/testing/eventually'

onEachEngine('messages in queues with their own storage', (kind) => {
  let engine: Engine
  let dispose: () => Promise<void>
  beforeAll(async () => {
    ;({ engine, dispose } = await openTestEngine(kind, []))
  })
  afterAll(() => dispose())

  const waiting = async (name: string) => {
    const { rows } = await engine.db.execute<{ data: unknown }>(
      sql`SELECT data FROM pgboss.job WHERE name = ${name} AND state = 'created' ORDER BY created_on`,
    )
    return rows.map(({ data }) => data)
  }

  it('wait once per key, or independently without one', async () => {
    await engine.queues.define('test.later', async () => {})
    const later = { afterSeconds: 3600 }
    for (const n of [1, 2]) await engine.queues.send('test.later', { n }, { ...later, key: 'a' })
    await engine.queues.send('test.later', { n: 3 }, { ...later, key: 'b' })
    for (const n of [4, 5]) await engine.queues.send('test.later', { n }, later)
    expect(await waiting('test.later')).toEqual([{ n: 1 }, { n: 3 }, { n: 4 }, { n: 5 }])
  })

  it('carry the ID of the request that made them, also to those that they make', async () => {
    const seen: unknown[] = []
    await engine.queues.define<{ n: number }>('test.carried', async (data) => {
      seen.push([data, correlationId()])
      if (data.n === 1) await engine.queues.send('test.carried', { n: 2 })
    })
    await correlated('of-the-request', () => engine.queues.send('test.carried', { n: 1 }))
    await eventually(() => expect(seen.length).toBe(2))
    await engine.queues.send('test.carried', { n: 3 })
    await eventually(() => expect(seen.length).toBe(3))
    expect(seen).toEqual([
      [{ n: 1 }, 'of-the-request'],
      [{ n: 2 }, 'of-the-request'],
      [{ n: 3 }, expect.stringMatching(/^[0-9a-f-]{36}$/)],
    ])
    expect(correlationId()).toBeNull()
  })

  it('may queue the next one under their own key', async () => {
    const seen: unknown[] = []
    await engine.queues.define<{ n: number }>('test.chain', async ({ n }) => {
      seen.push(n)
      if (n < 2) await engine.queues.send('test.chain', { n: n + 1 }, { key: 'chain' })
    })
    await engine.queues.send('test.chain', { n: 1 }, { key: 'chain' })
    await eventually(() => expect(seen).toEqual([1, 2]))
  })

  it('are done one after the other without pauses', async () => {
    const seen: number[] = []
    await engine.queues.define<{ n: number }>('test.many', async ({ n }) => void seen.push(n))
    const all = Array.from({ length: 30 }, (_, n) => n)
    for (const n of all) await engine.queues.send('test.many', { n })
    await eventually(() => expect(seen.toSorted((a, b) => a - b)).toEqual(all))
  })

  it('overtake a long one if several may run', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const seen: number[] = []
    const work = async ({ n }: { n: number }) => {
      if (n === 1) await gate
      seen.push(n)
    }
    await engine.queues.define('test.at-once', work, { atOnce: 2 })
    for (const n of [1, 2, 3]) await engine.queues.send('test.at-once', { n })
    await eventually(() => expect(new Set(seen)).toEqual(new Set([2, 3])))
    open()
    await eventually(() => expect(seen).toHaveLength(3))
  })

  it('may outlast the engine, which ignores how they end', async () => {
    const other = await openTestEngine(kind, [])
    const refused = vi.fn<() => void>()
    process.on('unhandledRejection', refused)
    let [begun, open] = [false, () => {}]
    const gate = new Promise<void>((resolve) => (open = resolve))
    await other.engine.queues.define('test.long', () => {
      begun = true
      return gate
    })
    await other.engine.queues.send('test.long', {})
    await eventually(() => expect(begun).toBe(true))
    await other.dispose()
    open()
    await new Promise((resolve) => setTimeout(resolve, 50))
    process.off('unhandledRejection', refused)
    expect(refused).not.toHaveBeenCalled()
  })

  it.each(['done', 'failed'])('may end while the database is away: %s', async (end) => {
    const reported: string[] = []
    const refused = vi.fn<() => void>()
    process.on('unhandledRejection', refused)
    const { storage, drop } = await (kind === 'embedded' ? freshFolder() : freshDatabase())
    const open = await openPool(storage, () => undefined)
    const queues = await startQueues(open.pool, ({ message }) => void reported.push(message), {
      alone: (work) => work(),
    })
    await queues.define('test.away', async () => {
      vi.spyOn(open.pool, 'connect').mockRejectedValue(new Error('the database is away'))
      if (end === 'failed') throw new Error('the work failed')
    })
    await queues.send('test.away', {})
    const expected = ['the database is away', ...(end === 'failed' ? ['the work failed'] : [])]
    await eventually(() => expect(reported).toEqual(expect.arrayContaining(expected)))
    await new Promise((resolve) => setTimeout(resolve, 50))
    process.off('unhandledRejection', refused)
    expect(refused).not.toHaveBeenCalled()
    vi.restoreAllMocks()
    await queues.stop()
    await open.close()
    await drop()
  })

  it('declare their queues again only where a start before did it otherwise', async () => {
    const { storage, drop } = await (kind === 'embedded' ? freshFolder() : freshDatabase())
    const open = await openPool(storage, () => undefined)
    const declared: number[] = []
    for (const retries of [1, 1, 3]) {
      let times = 0
      const alone = <Result>(work: () => Promise<Result>) => {
        times++
        return work()
      }
      const queues = await startQueues(open.pool, () => undefined, { alone })
      // The first time was pg-boss's own start.
      times = 0
      await queues.define('test.known', async () => {}, { retries })
      await queues.stop()
      declared.push(times)
    }
    const { rows } = await open.pool.query<{ retry_limit: number }>(
      `SELECT retry_limit FROM pgboss.queue WHERE name = 'test.known'`,
    )
    await open.close()
    await drop()
    expect({ declared, rows }).toEqual({ declared: [1, 0, 1], rows: [{ retry_limit: 3 }] })
  })

  it('of the night run also after a start: the machine may be off every night', async () => {
    const other = await openTestEngine(kind, [])
    const { db, queues } = other.engine
    await queues.define('test.nightly', async () => {})
    for (let start = 0; start < 3; start++) await queues.nightly('test.nightly', '23 2 * * *')
    const { rows } = await db.execute(sql`
      SELECT round(extract(epoch FROM start_after - now()) / 60)::int AS minutes FROM pgboss.job
      WHERE name = 'test.nightly'`)
    expect(rows).toEqual([{ minutes: 10 }])
    const { rows: schedules } = await db.execute(sql`SELECT name, cron FROM pgboss.schedule`)
    expect(schedules).toEqual([{ name: 'test.nightly', cron: '23 2 * * *' }])
    await other.dispose()
  })

  it('of each minute run without a queue, and once more from a queue if they fail', async () => {
    const other = await openTestEngine(kind, [])
    const { db, queues } = other.engine
    const ran: string[] = []
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    // What an earlier release left.
    await queues.define('test.good', async () => {})
    await queues.schedule('test.good', '* * * * *')
    await queues.eachMinute('test.good', async () => void ran.push('good'))
    await queues.eachMinute('test.slow', () => {
      ran.push('slow')
      return gate
    })
    await queues.eachMinute('test.bad', async () => {
      throw new Error('bad')
    })
    const { rows: schedules } = await db.execute(sql`SELECT name FROM pgboss.schedule`)
    expect(schedules).toEqual([{ name: 'each-minute' }])
    // Meanwhile a minute of the schedule may have come too.
    for (const times of [1, 2]) {
      await queues.send('each-minute', {})
      await eventually(() =>
        expect(ran.filter((name) => name === 'good').length).toBeGreaterThanOrEqual(times),
      )
    }
    await eventually(async () => {
      const { rows } = await db.execute(sql`SELECT DISTINCT name FROM pgboss.job WHERE state = 'failed'`)
      expect(rows).toEqual([{ name: 'test.bad' }])
    })
    expect(ran.filter((name) => name === 'slow')).toEqual(['slow'])
    open()
    // A handler that fails twice in a minute is reported.
    expect(other.takeErrors()).toContainEqual(new Error('bad'))
    await other.dispose()
  })

  it('run on schedule after the clock was put back by an hour', async () => {
    const { storage, drop } = await (kind === 'embedded' ? freshFolder() : freshDatabase())
    const open = await openPool(storage, () => undefined)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const queues = await startQueues(open.pool, () => undefined, { alone: (work) => work() })
    await open.pool.query(`UPDATE pgboss.version SET cron_on = now() + interval '1 hour'`)
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    await eventually(async () => {
      const { rows } = await open.pool.query('SELECT cron_on <= now() AS looks FROM pgboss.version')
      expect(rows).toEqual([{ looks: true }])
    })
    await queues.stop()
    await open.close()
    await drop()
  })

  it('of another instance are found by one look for all queues, which wakes those that have work', async () => {
    const { storage, drop } = await (kind === 'embedded' ? freshFolder() : freshDatabase())
    const open = await openPool(storage, () => undefined)
    const start = () =>
      startQueues(open.pool, (error) => expect.fail(error.message), { alone: (work) => work() })
    const sending = await start()
    const done: unknown[] = []
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const working = await start()
    for (const name of ['test.a', 'test.b', 'test.c'])
      await working.define(name, async (data) => void done.push([name, data]))
    await sending.send('test.b', { n: 1 })
    await sending.send('test.c', { n: 2 }, { afterSeconds: 3600 })
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    await eventually(() => expect(done).toEqual([['test.b', { n: 1 }]]))
    await sending.stop()
    await working.stop()
    await open.close()
    await drop()
  })

  it('are looked for where there are some, and at once as soon as their queue has a handler', async () => {
    const { storage, drop } = await (kind === 'embedded' ? freshFolder() : freshDatabase())
    const open = await openPool(storage, () => undefined)
    const start = () =>
      startQueues(open.pool, (error) => expect.fail(error.message), { alone: (work) => work() })
    const empty = Array.from({ length: 40 }, (_, n) => `test.empty-${n}`)
    const earlier = await start()
    const all = [...empty, 'test.left', 'test.sent']
    for (const name of all) await earlier.define(name, async () => {})
    await earlier.stop()
    const sending = await start()
    await sending.send('test.left', {})
    await sending.stop()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const working = await start()
    await working.send('test.sent', {})
    let statements = 0
    open.pool.on('acquire', () => statements++)
    const done: string[] = []
    for (const name of [...empty, 'test.left']) await working.define(name, async () => void done.push(name))
    await eventually(() => expect(done).toEqual(['test.left']))
    vi.useRealTimers()
    expect(statements).toBeLessThan(empty.length)
    await working.stop()
    await open.close()
    await drop()
  })

  it('are refused if nobody declared their queue', async () => {
    await expect(engine.queues.send('test.nobody', {})).rejects.toThrow('no queue is named test.nobody')
  })
})
