import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverMigrations } from '../../start/migrations'
import { DatabaseUnusable } from './database-unusable'
import { openEngine } from '../engine'
import { createSealer } from '../sealing'

async function refusal(databaseUrl: string): Promise<string> {
  const opening = openEngine({
    storage: { databaseUrl },
    migrations: [serverMigrations],
    sealer: createSealer(randomBytes(32)),
    onError: () => {},
  })
  const error: unknown = await opening.then(
    (engine) => engine.close(),
    (reason: unknown) => reason,
  )
  return error instanceof DatabaseUnusable ? error.message : `something else: ${String(error)}`
}

it.each(['postgres://me:s3cret@127.0.0.1:9/x', 'postgres://me:s3cret@localhost:9/x'])(
  'reports an unreachable server in one line: %s',
  async (url) => {
    const message = await refusal(url)
    expect(message).toMatch(/^DATABASE_URL: no connection \(.*ECONNREFUSED.*\)$/)
    expect(message).not.toContain('s3cret')
  },
)

const server = process.env.TEST_DATABASE_URL

describe.skipIf(!server)('on a PostgreSQL server', () => {
  const name = `counterfoil_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: server })
  const as = (user: string, database: string) => {
    const url = new URL(server ?? 'postgres://none')
    Object.assign(url, { username: user, password: 's3cret', pathname: `/${database}` })
    return url.toString()
  }
  beforeAll(async () => {
    await admin.connect()
    await admin.query(`CREATE DATABASE ${name}`)
    await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 's3cret'`)
  })
  afterAll(async () => {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.query(`DROP ROLE ${name}`)
    await admin.end()
  })

  it('reports a missing database or role', async () => {
    expect(await refusal(as(name, 'no_such_database'))).toMatch(/^DATABASE_URL: no connection \(.+\)$/)
    expect(await refusal(as('no_such_role', name))).toMatch(/^DATABASE_URL: no connection \(.+\)$/)
  })

  it('reports a role that may not create what is needed', async () => {
    const message = await refusal(as(name, name))
    expect(message).toMatch(/^DATABASE_URL: the database refuses \(permission denied .+\)$/)
    expect(message).not.toContain('s3cret')
  })
})
