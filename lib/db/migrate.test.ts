import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverMigrations } from '../start/migrations'
import { DatabaseUnusable } from './connection/database-unusable'
import { migrateAll } from './migrate'

const server = process.env.TEST_DATABASE_URL

describe.skipIf(!server)('migrations on a PostgreSQL server', () => {
  const name = `counterfoil_${randomBytes(6).toString('hex')}`
  const url = new URL(server ?? 'postgres://none')
  const admin = new pg.Client({ connectionString: url.toString() })
  const pools: pg.Pool[] = []
  const pool = () => {
    const target = new URL(url)
    target.pathname = `/${name}`
    const made = new pg.Pool({ connectionString: target.toString(), max: 2, statement_timeout: 30_000 })
    made.on('error', () => {}) // Dropping the database ends connections that are still closing.
    pools.push(made)
    return made
  }
  beforeAll(async () => {
    await admin.connect()
    await admin.query(`CREATE DATABASE ${name}`)
  })
  afterAll(async () => {
    await Promise.all(pools.map((one) => one.end()))
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  })

  it('run once if several instances start together, then their set-ups in turn', async () => {
    let inside = 0
    const seen: number[] = []
    const start = () =>
      migrateAll(pool(), [serverMigrations], async (client) => {
        seen.push(++inside)
        await client.query('SELECT count(*) FROM shops')
        inside--
      })
    await Promise.all([start(), start(), start(), start()])
    expect(seen).toEqual([1, 1, 1, 1])
    const [first] = pools
    const { rows } = (await first?.query(
      'SELECT count(*) = count(DISTINCT hash) AND count(*) > 0 AS once FROM public.__migrations',
    )) ?? { rows: [] }
    expect(rows).toEqual([{ once: true }])
  })

  it('ignore the limit of ordinary statements, which applies again afterwards', async () => {
    const mine = pool()
    let within = ''
    await migrateAll(mine, [], async (client) => {
      within = (await client.query<{ statement_timeout: string }>('SHOW statement_timeout')).rows[0]
        ?.statement_timeout as string
    })
    expect(within).toBe('0')
    expect((await mine.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '30s' }])
  })

  it('leave neither half a migration nor the lock after a failure', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-migrations-'))
    await mkdir(path.join(folder, 'meta'))
    const entries = [{ idx: 0, version: '7', when: 1, tag: '0000_bad', breakpoints: true }]
    await writeFile(
      path.join(folder, 'meta/_journal.json'),
      JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
    )
    const bad = 'CREATE TABLE half (id int);\n--> statement-breakpoint\nCREATE TABLE half (id int);'
    await writeFile(path.join(folder, '0000_bad.sql'), bad)
    const mine = pool()
    await expect(migrateAll(mine, [{ folder, schema: 'broken' }])).rejects.toThrow(Error)
    await expect(migrateAll(mine, [], () => Promise.reject(new Error('the set-up failed')))).rejects.toThrow(
      'the set-up failed',
    )
    expect((await mine.query(`SELECT to_regclass('half') AS half`)).rows).toEqual([{ half: null }])
    await migrateAll(pool(), [])
    await rm(folder, { recursive: true })
  })

  it('refuse a database that a newer version has migrated, and change nothing', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-migrations-'))
    await mkdir(path.join(folder, 'meta'))
    const write = async (count: number) => {
      const entries = Array.from({ length: count }, (_, idx) => ({
        idx,
        version: '7',
        when: idx + 1,
        tag: `000${idx}_step`,
        breakpoints: true,
      }))
      await writeFile(
        path.join(folder, 'meta/_journal.json'),
        JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
      )
      for (const { tag, idx } of entries)
        await writeFile(path.join(folder, `${tag}.sql`), `CREATE TABLE newer_${idx} (id int);`)
    }
    await write(2)
    await migrateAll(pool(), [{ folder, schema: 'versions' }])
    await write(1)
    let isPrepared = false
    const older = migrateAll(pool(), [{ folder, schema: 'versions' }], async () => void (isPrepared = true))
    await expect(older).rejects.toThrow(DatabaseUnusable)
    await expect(older).rejects.toThrow(/^[^\n]*newer version[^\n]*$/)
    expect(isPrepared).toBe(false)
    await rm(folder, { recursive: true })
  })
})
