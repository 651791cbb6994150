import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPgBouncer } from '../../../scripts/drills/kit/proxies.mjs'
import { openEngine } from '../engine'
import { createSealer } from '../sealing'
import { freshDatabase } from '../testing'

type Pooler = NonNullable<Awaited<ReturnType<typeof startPgBouncer>>>

describe.skipIf(!process.env.TEST_DATABASE_URL)('behind PgBouncer in transaction mode', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let direct: string
  beforeAll(async () => {
    database = await freshDatabase({ isEmpty: true })
    direct = database.storage.directUrl ?? database.storage.databaseUrl
  })
  afterAll(() => database.drop())

  const open = ({ settings }: Pooler, onError: (error: Error) => void) =>
    openEngine({
      storage: { databaseUrl: settings.DATABASE_URL, directUrl: settings.DATABASE_DIRECT_URL },
      migrations: [],
      sealer: createSealer(Buffer.alloc(32)),
      onError,
    })

  it('names the settings that its sessions lack', async ({ skip }) => {
    const pooler = await startPgBouncer(direct, 'SET jit = off')
    if (!pooler) return skip('PgBouncer is not installed')
    await expect(open(pooler, () => {})).rejects.toThrow(
      /ALTER ROLE "\w+" SET statement_timeout = '30s'; ALTER ROLE "\w+" SET idle_in_transaction_session_timeout = '1min';$/,
    )
    await pooler.stop()
  })

  it('runs transactions, named statements, queues and events at once, and starts twice at once', async ({
    skip,
  }) => {
    const pooler = await startPgBouncer(direct)
    if (!pooler) return skip('PgBouncer is not installed')
    const errors: Error[] = []
    const onError = (error: Error) => void errors.push(error)
    const [first, second] = await Promise.all([open(pooler, onError), open(pooler, onError)])
    await first.db.execute(sql`CREATE TABLE counts (n int NOT NULL)`)
    await first.db.execute(sql`INSERT INTO counts VALUES (0)`)
    const done: string[] = []
    await first.queues.define('count', async ({ n }: { n: string }) => void done.push(n))
    const received: string[] = []
    second.events.subscribe('counted', (payload) => void received.push(payload))
    const rounds = Array.from({ length: 60 }, async (_, n) => {
      const one = n % 2 ? first : second
      await one.db.transaction(async (tx) => {
        await tx.execute(sql`SELECT pg_advisory_xact_lock(1)`)
        const { rows } = await tx.execute<{ n: number }>(sql`SELECT n FROM counts`)
        await tx.execute(sql`UPDATE counts SET n = ${(rows[0]?.n ?? 0) + 1}`)
      })
      expect(await one.prepared('named', 'SELECT $1::int AS n', [n])).toEqual([{ n }])
      await first.events.publish('counted', String(n))
    })
    await Promise.all(rounds)
    await first.queues.send('count', { n: 'one' })
    expect((await second.db.execute(sql`SELECT n FROM counts`)).rows).toEqual([{ n: 60 }])
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(60)
    await expect.poll(() => done, { timeout: 10_000 }).toEqual(['one'])
    for (const one of [first, second]) await one.close()
    await pooler.stop()
    expect(errors).toEqual([])
  })
})
