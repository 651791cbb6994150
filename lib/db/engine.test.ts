import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Engine } from './engine'
import { FolderLocked, lockFolder } from './folder-lock'
import { onEachEngine } from './testing-engines'
import { openTestEngine } from './testing'
import { eventually } from '@/lib/testing/eventually'

onEachEngine('the engine with its own storage', (kind) => {
  let engine: Engine
  let takeErrors: () => Error[]
  let dispose: () => Promise<void>
  beforeAll(async () => {
    ;({ engine, takeErrors, dispose } = await openTestEngine(kind, []))
  })
  afterAll(() => dispose())

  it('keeps bytes that text cannot hold', async () => {
    const bytes = Buffer.from([0, 255, 10, 0])
    const { rows } = await engine.db.execute<{ value: Buffer }>(sql`SELECT ${bytes}::bytea AS value`)
    expect(rows[0]?.value.equals(bytes)).toBe(true)
  })

  it('rolls a failed transaction back and goes on', async () => {
    await engine.db.execute(sql`CREATE TABLE pieces (id int PRIMARY KEY)`)
    const failing = engine.db.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO pieces VALUES (1)`)
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    const { rows } = await engine.db.execute(sql`SELECT * FROM pieces`)
    expect(rows).toEqual([])
  })

  it('refuses a bigint beyond the safe range instead of rounding it', async () => {
    const tooBig = engine.db.execute(sql`SELECT 9007199254740993::bigint`)
    await expect(tooBig).rejects.toMatchObject({
      cause: { message: expect.stringContaining('safe range') },
    })
  })

  it('notifies subscribers until they leave', async () => {
    const heard: string[] = []
    const leave = engine.events.subscribe('shop:a', (payload) => heard.push(payload))
    await engine.events.publish('shop:a', 'one')
    await engine.events.publish('shop:b', 'not for a')
    await eventually(() => expect(heard).toEqual(['one']))
    leave()
    await engine.events.publish('shop:a', 'two')
    expect(heard).toEqual(['one'])
  })

  it('works in the background, and reports failures until it closes', async () => {
    const other = await openTestEngine(kind, [])
    const failures: unknown[] = []
    const work = (result: Promise<void>) =>
      other.engine.inBackground(
        () => result,
        (error) => failures.push(error),
      )
    work(Promise.reject(new Error('early')))
    await eventually(() => expect(failures).toMatchObject([{ message: 'early' }]))
    let fail = (_error: Error): void => undefined
    work(new Promise((_resolve, reject) => (fail = reject)))
    const stopped = other.engine.stopWork()
    fail(new Error('late'))
    await stopped
    const never = vi.fn<() => Promise<unknown>>()
    other.engine.inBackground(never, () => undefined)
    expect(never).not.toHaveBeenCalled()
    expect(failures).toHaveLength(1)
    await other.dispose()
  })

  it('does queued work, and again after it failed', async () => {
    const seen: unknown[] = []
    await engine.queues.define<{ n: number }>(
      'test.work',
      async (data) => {
        seen.push(data)
        if (seen.length === 1) throw new Error('the first time')
      },
      { retries: 1 },
    )
    await engine.queues.send('test.work', { n: 7 })
    await eventually(() => expect(seen).toEqual([{ n: 7 }, { n: 7 }]))
    expect(takeErrors()).toMatchObject([{ message: 'the first time' }])
  })

  it('gives a queue that is there the options of a newer release', async () => {
    const nothing = async () => undefined
    await engine.queues.define('test.older', nothing)
    await engine.queues.define('test.older', nothing, { retries: 3 })
    const { rows } = await engine.db.execute(
      sql`SELECT retry_limit FROM pgboss.queue WHERE name = 'test.older'`,
    )
    expect(rows).toEqual([{ retry_limit: 3 }])
  })
})

it('refuses a second holder of a data folder by name, and admits the next', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'counterfoil-lock-'))
  const unlock = lockFolder(directory)
  expect(() => lockFolder(directory)).toThrow(FolderLocked)
  expect(() => lockFolder(directory)).toThrow(new RegExp(`process ${process.pid}`))
  unlock()
  lockFolder(directory)()
  await rm(directory, { recursive: true })
})
