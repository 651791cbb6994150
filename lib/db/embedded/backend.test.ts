import { rename } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPool, type OpenPool } from '../connection/pool'
import { isStorageUnavailable } from '../connection/storage-unavailable'
import { freshFolder } from '../testing'

/** Writes more than fits into one log file. The engine then needs another file, and panics if it cannot create one. */
const fillLog = `SELECT pg_logical_emit_message(true, 'test', repeat('x', 20000000))`

describe('an embedded engine whose log cannot be written', () => {
  let dataDir: string
  let drop: () => Promise<void>
  let open: OpenPool
  let failures: Error[]
  const logFolder = () => path.join(dataDir, 'pglite', 'pg_wal')
  beforeEach(async () => {
    const folder = await freshFolder()
    ;({ dataDir } = folder.storage)
    ;({ drop } = folder)
    failures = []
    open = await openPool({ dataDir }, (error) => failures.push(error))
    await open.pool.query('CREATE TABLE acknowledged (n int)')
  })
  afterEach(async () => {
    await open.close()
    await drop()
  })

  const store = (n: number) => open.pool.query('INSERT INTO acknowledged VALUES ($1)', [n])
  const stored = async () =>
    (await open.pool.query<{ n: number }>('SELECT n FROM acknowledged ORDER BY n')).rows.map(({ n }) => n)
  const breakLog = async () => {
    await rename(logFolder(), `${logFolder()}.away`)
    const error = await fillUntilItFails()
    expect(isStorageUnavailable(error)).toBe(true)
  }
  const fillUntilItFails = async () => {
    for (let n = 0; n < 20; n++) {
      const error: unknown = await open.pool.query(fillLog).then(
        () => null,
        (cause: unknown) => cause,
      )
      if (error !== null) return error
    }
    throw new Error('the log can still be written')
  }

  it('refuses everybody at once, and resumes with what it acknowledged', async () => {
    await store(1)
    await breakLog()
    const all = await Promise.allSettled([store(2), store(3), stored()])
    expect(all.map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    await rename(`${logFolder()}.away`, logFolder())
    await expect
      .poll(
        () =>
          store(4).then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true)
    expect(await stored()).toEqual([1, 4])
    expect(failures.map(({ message }) => message).join()).toContain('pg_wal')
  })

  it('rolls back a transaction that it interrupts, and frees its connection', async () => {
    const client = await open.pool.connect()
    await client.query('BEGIN')
    await client.query('INSERT INTO acknowledged VALUES (5)')
    await rename(logFolder(), `${logFolder()}.away`)
    const fill = async () => {
      for (let n = 0; n < 20; n++) await client.query(fillLog)
    }
    await expect(fill()).rejects.toThrow(/stopped/)
    await expect(client.query('ROLLBACK')).rejects.toThrow(/connection|stopped/)
    client.release()
    await rename(`${logFolder()}.away`, logFolder())
    await expect
      .poll(
        () =>
          store(6).then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true)
    expect(await stored()).toEqual([6])
  })

  it('can be closed while it is broken', async () => {
    await breakLog()
    await open.close()
    await rename(`${logFolder()}.away`, logFolder())
    open = await openPool({ dataDir }, (error) => failures.push(error))
    expect(await stored()).toEqual([])
  })
})

it('an embedded engine keeps nothing of its answers', async () => {
  const { storage, drop } = await freshFolder()
  const open = await openPool(storage, (error) => expect.fail(error.message))
  const answers = async (count: number) => {
    for (let n = 0; n < count; n++) await open.pool.query(`SELECT repeat('x', 1000000)`)
  }
  await answers(50)
  // A leak grows every time; memory that is freed late does not.
  const growth: number[] = []
  while (growth.length < 4 && !growth.some((bytes) => bytes < 125_000_000)) {
    const before = process.memoryUsage.rss()
    await answers(250)
    growth.push(process.memoryUsage.rss() - before)
  }
  await open.close()
  await drop()
  expect(Math.min(...growth)).toBeLessThan(125_000_000)
})
