import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isStorageUnavailable } from './storage-unavailable'

const server = process.env.TEST_DATABASE_URL

describe.skipIf(!server)('errors of a PostgreSQL server', () => {
  const name = `counterfoil_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: server })
  const address = () => Object.assign(new URL(server ?? ''), { pathname: `/${name}` }).toString()
  const errorOf = async (statement: string): Promise<unknown> => {
    const client = new pg.Client({ connectionString: address() })
    try {
      await client.connect()
      return await client.query(statement).catch((error: unknown) => error)
    } catch (error) {
      return error
    } finally {
      await client.end()
    }
  }
  beforeAll(async () => {
    await admin.connect()
    await admin.query(`CREATE DATABASE ${name}`)
  })
  afterAll(async () => {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  })

  it('a server that takes no writes, as while another one is promoted, is unavailable', async () => {
    const error = await errorOf('START TRANSACTION READ ONLY; CREATE TABLE one (n int)')
    expect(error).toMatchObject({ code: '25006' })
    expect(isStorageUnavailable(error)).toBe(true)
  })

  it('a database that is closed to new connections is unavailable', async () => {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
    const error = await errorOf('SELECT 1')
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
    expect(error).toMatchObject({ code: '55000' })
    expect(isStorageUnavailable(error)).toBe(true)
  })

  it('a statement that is wrong is not', async () => {
    expect(isStorageUnavailable(await errorOf('SELECT * FROM missing'))).toBe(false)
  })
})
