import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually'
import { openEngine, type Engine } from '../../db/engine'
import { onPrimary, readFromReplica, replicaContext } from './read-replica'
import { createSealer } from '../../db/sealing'
import { freshDatabase } from '../../db/testing'

const server = process.env.TEST_DATABASE_URL
/** A streaming standby of the server that TEST_DATABASE_URL names, for a role that may pause its replay. */
const standby = process.env.TEST_STANDBY_URL

const open = (
  { storage }: Awaited<ReturnType<typeof freshDatabase>>,
  readUrl: string,
  onError: (error: Error) => void = () => {},
): Promise<Engine> =>
  openEngine({
    storage: { ...storage, readUrl },
    migrations: [],
    sealer: createSealer(Buffer.alloc(32)),
    onError,
  })

const replicaOf = ({ replica }: Engine) => {
  if (!replica) throw new Error('no replica')
  return replica
}

const add = ({ db }: Engine, n: number) => db.execute(sql`INSERT INTO counts VALUES (${n})`)
const isRead = (engine: Engine, n: number) =>
  readFromReplica({ engine }, async ({ engine: { db } }) => {
    const { rows } = await db.execute(sql`SELECT 1 FROM counts WHERE n = ${n}`)
    return rows.length === 1
  })

describe.skipIf(!server)('with DATABASE_READ_URL', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  const at = (
    url: string | undefined,
    { user, name = database.name }: { user?: string; name?: string } = {},
  ) => {
    const address = new URL(url ?? '')
    address.pathname = `/${name}`
    if (user) address.username = user
    return address.href
  }
  const onServer = async (statement: string, url = at(server)) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }

  beforeAll(async () => {
    database = await freshDatabase({ isEmpty: true })
    await onServer('CREATE TABLE counts (n int NOT NULL)')
  })
  afterAll(() => database.drop())

  describe('for a role that may only read', () => {
    const user = `reader_${randomBytes(6).toString('hex')}`
    let engine: Engine
    beforeAll(async () => {
      await onServer(`CREATE ROLE ${user} LOGIN; GRANT SELECT ON counts TO ${user}`)
      engine = await open(database, at(server, { user }))
    })
    afterAll(async () => {
      await engine.close()
      await onServer(`DROP OWNED BY ${user}; DROP ROLE ${user}`)
    })
    const role = async ({ db }: Engine) => (await db.execute(sql`SELECT current_user AS name`)).rows[0]?.name

    it('reads as its role, including recent writes, and writes as the other', async () => {
      expect(await readFromReplica({ engine }, (context) => role(context.engine))).toBe(user)
      const context = await replicaContext({ engine, more: 1 })
      expect([await role(context.engine), context.more]).toEqual([user, 1])
      expect(await role(onPrimary(context).engine)).not.toBe(user)
      expect(onPrimary({ engine }).engine).toBe(engine)
      for (let n = 0; n < 20; n++) {
        await add(engine, n)
        expect(await isRead(engine, n)).toBe(true)
      }
      expect(await replicaOf(engine).status()).toMatchObject({
        state: 'current',
        passedOn: 0,
        behindBytes: 0,
      })
    })

    it('leaves forbidden queries to the primary, and pauses', async () => {
      const write = ({ engine: { db } }: { engine: Engine }) =>
        db.execute(sql`INSERT INTO counts VALUES (100) RETURNING n`)
      expect((await readFromReplica({ engine }, write)).rows).toEqual([{ n: 100 }])
      expect(await replicaOf(engine).status()).toMatchObject({ state: 'failing', passedOn: 1 })
      expect(await readFromReplica({ engine }, (context) => role(context.engine))).not.toBe(user)
    })

    it('does not repeat invalid queries on the primary', async () => {
      const other = await open(database, at(server, { user }))
      const wrong = ({ engine: { db } }: { engine: Engine }) => db.execute(sql`SELECT 1 / 0`)
      await expect(readFromReplica({ engine: other }, wrong)).rejects.toMatchObject({
        cause: { code: '22012' },
      })
      expect(await replicaOf(other).status()).toMatchObject({ state: 'current', passedOn: 0 })
      await other.close()
    })
  })

  it('does not start with another database that is no replica', async () => {
    const other = await freshDatabase({ isEmpty: true })
    await expect(open(database, at(server, { name: other.name }))).rejects.toThrow(
      'DATABASE_READ_URL: is no replica of the database of DATABASE_URL',
    )
    await other.drop()
  })

  it('starts while the replica is away, and reads from the primary', async () => {
    const engine = await open(database, 'postgres://127.0.0.1:9/nothing')
    await add(engine, 200)
    expect(await isRead(engine, 200)).toBe(true)
    expect(await replicaOf(engine).status()).toMatchObject({
      state: 'unreachable',
      passedOn: 1,
      behindBytes: null,
    })
    await engine.close()
  })

  describe.skipIf(!standby)('of a streaming standby (TEST_STANDBY_URL)', () => {
    let engine: Engine
    const errors: Error[] = []
    const becomes = (state: string) =>
      eventually(async () => expect(await replicaOf(engine).status()).toMatchObject({ state }))
    beforeAll(async () => {
      // The standby may not have the database yet.
      engine = await open(database, at(standby), (error) => void errors.push(error))
      await becomes('current')
    })
    afterAll(() => engine.close())

    it('reads recent writes', async () => {
      const isStandby = await readFromReplica({ engine }, async ({ engine: { db } }) => {
        const { rows } = await db.execute(sql`SELECT pg_is_in_recovery() AS standby`)
        return rows[0]?.standby
      })
      expect(isStandby).toBe(true)
      for (let n = 300; n < 400; n++) {
        await onServer(`SET synchronous_commit = on; INSERT INTO counts VALUES (${n})`)
        expect(await isRead(engine, n)).toBe(true)
      }
      expect((await replicaOf(engine).status()).answered).toBeGreaterThan(0)
    })

    it('reads from the primary while the standby is behind', async () => {
      await onServer('SELECT pg_wal_replay_pause()', at(standby))
      await onServer('SET synchronous_commit = on; INSERT INTO counts VALUES (400)')
      expect(await isRead(engine, 400)).toBe(true)
      const { state, behindBytes } = await replicaOf(engine).status()
      expect(state).toBe('behind')
      expect(behindBytes).toBeGreaterThan(0)
      await onServer('SELECT pg_wal_replay_resume()', at(standby))
      await becomes('current')
    })

    it('answers even when its connections are cut', async () => {
      const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database.name}' AND pid <> pg_backend_pid()`
      const reads = Array.from({ length: 20 }, async (_, n) => {
        if (n === 5) await onServer(cut, at(standby))
        return isRead(engine, 400)
      })
      expect(await Promise.all(reads)).toEqual(reads.map(() => true))
      await becomes('current')
    })
  })
})
