import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockFolder } from '@/lib/db/folder-lock'
import { freshDatabase } from '@/lib/db/testing'
import { openServerSession } from '../backup/session.mjs'
import { connectTo, lockData } from './database.mjs'

it('is named to an application that starts while a command has the data folder', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-lock-'))
  // Of the application that ran last.
  writeFileSync(path.join(folder, 'lock'), 'process 1 on elsewhere, started 2026-01-01T00:00:00.000Z')
  const unlock = await lockData(folder)
  expect(() => lockFolder(folder)).toThrow(`is in use by process ${process.pid} on `)
  unlock()
  rmSync(folder, { recursive: true })
})

describe.skipIf(!process.env.TEST_DATABASE_URL)('a command beside a role with limits (decision 37)', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let url: string
  beforeAll(async () => {
    database = await freshDatabase({ isEmpty: true })
    const direct = new URL(database.storage.directUrl ?? database.storage.databaseUrl)
    direct.searchParams.set('options', '-c statement_timeout=100 -c idle_in_transaction_session_timeout=100')
    url = direct.href
  })
  afterAll(() => database.drop())

  it('may take as long as it needs for a statement, and between two of a transaction', async () => {
    const client = await connectTo({ url, name: 'DATABASE_URL' })
    client.on('error', () => undefined)
    const session = await openServerSession(url, 'DATABASE_URL')
    for (const one of [client, session]) {
      await one.query('BEGIN')
      await one.query('SELECT pg_sleep(0.3)')
    }
    await sleep(300)
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    expect(await session.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await client.end()
    await session.close()
  })
})
