import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { openEngine } from '../engine'
import { createSealer } from '../sealing'
import { freshDatabase } from '../testing'

const program = ['/usr/sbin/pgbouncer', 'pgbouncer'].find((one) => !spawnSync(one, ['--version']).error)
const isAvailable = Boolean(process.env.TEST_DATABASE_URL) && program !== undefined
if (!isAvailable) console.info('skipped, as PgBouncer or TEST_DATABASE_URL is missing: the pooler')

describe.skipIf(!isAvailable)('behind PgBouncer in transaction mode', () => {
  let folder: string
  let pooler: ChildProcess
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let storage: { databaseUrl: string; directUrl: string }
  const role = `counterfoil_${crypto.randomUUID().replaceAll('-', '')}`

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-pooler-'))
    database = await freshDatabase({ isEmpty: true })
    await onServer(`CREATE ROLE ${role} LOGIN SUPERUSER PASSWORD 'a password'`)
    const server = new URL(process.env.TEST_DATABASE_URL as string)
    server.pathname = `/${database.name}`
    server.username = role
    server.password = 'a password'
    const port = await freePort()
    const settings = `[databases]
* = host=${server.hostname} port=${server.port || 5432} user=${role} password='a password'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
`
    await writeFile(path.join(folder, 'pgbouncer.ini'), settings, { mode: 0o644 })
    const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : [] // It does not run as root.
    spawnSync('chmod', ['755', folder])
    pooler = spawn(program as string, [...asOther, path.join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
    const pooled = new URL(server)
    pooled.port = String(port)
    pooled.hostname = '127.0.0.1'
    storage = { databaseUrl: pooled.toString(), directUrl: server.toString() }
    await answering(storage.databaseUrl)
  })
  afterAll(async () => {
    pooler.kill('SIGKILL')
    await once(pooler, 'exit')
    await database.drop()
    await onServer(`DROP ROLE ${role}`)
    await rm(folder, { recursive: true, force: true })
  })

  const open = (onError: (error: Error) => void) =>
    openEngine({ storage, migrations: [], sealer: createSealer(Buffer.alloc(32)), onError })

  it('says which settings its sessions lack', async () => {
    await expect(open(() => {})).rejects.toThrow(
      `ALTER ROLE "${role}" SET jit = 'off'; ALTER ROLE "${role}" SET statement_timeout = '30s'; ALTER ROLE "${role}" SET idle_in_transaction_session_timeout = '1min';`,
    )
  })

  it('runs transactions, named statements, jobs and events at once, and starts twice at once', async () => {
    await onServer(`ALTER ROLE ${role} SET jit = 'off'`)
    await onServer(`ALTER ROLE ${role} SET statement_timeout = '30s'`)
    await onServer(`ALTER ROLE ${role} SET idle_in_transaction_session_timeout = '1min'`)
    // Sessions that PgBouncer opened before keep the settings of that time.
    await onServer(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}' AND pid <> pg_backend_pid()`,
    )
    const errors: Error[] = []
    const engines = await Promise.all([1, 2].map(() => open((error) => void errors.push(error))))
    const [first, second] = engines as [(typeof engines)[0], (typeof engines)[0]]
    await first.db.execute(sql`CREATE TABLE counts (id int PRIMARY KEY, n int NOT NULL)`)
    await first.db.execute(sql`INSERT INTO counts VALUES (1, 0)`)
    const done: string[] = []
    await first.jobs.define('count', async ({ n }: { n: string }) => void done.push(n))
    const heard: string[] = []
    second.events.subscribe('counted', (payload) => void heard.push(payload))
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
    await first.jobs.send('count', { n: 'one' })
    expect((await second.db.execute(sql`SELECT n FROM counts`)).rows).toEqual([{ n: 60 }])
    await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(60)
    await expect.poll(() => done, { timeout: 10_000 }).toEqual(['one'])
    for (const one of engines) await one.close()
    expect(errors).toEqual([])
  })
})

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function answering(connectionString: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString })
    const answers = await client
      .connect()
      .then(() => true)
      .catch(() => false)
    await client.end().catch(() => undefined)
    if (answers) return
    if (attempt === 100) throw new Error('PgBouncer does not answer')
    await sleep(100)
  }
}
