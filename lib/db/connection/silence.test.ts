import { once } from 'node:events'
import { connect, createServer, Socket, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notificationStore } from '../../notifications/server/receiving/store'
import { receivedIn } from '../../notifications/server/receiving/testing-received'
import { openTestOffice, type TestOffice } from '../../testing/office'
import { openPool, type OpenPool } from './pool'
import { isStorageUnavailable } from './storage-unavailable'
import { LimitedClient, withLimit } from './limited-client'
import { silenceWatch } from './silence'

/** A proxy that can stop forwarding its open connections without closing them, and new ones too. */
async function openProxy(target: URL) {
  const pairs = new Set<[Socket, Socket]>()
  let isMuted = false
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    if (!isMuted) {
      near.pipe(far)
      far.pipe(near)
    }
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.on('close', () => far.destroy())
    pairs.add([near, far])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.toString(),
    muteNew: (muted: boolean) => void (isMuted = muted),
    mute: () => {
      for (const [near, far] of pairs) {
        near.unpipe(far)
        far.unpipe(near)
      }
    },
    close: () => {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      server.close()
    },
  }
}

const server = process.env.TEST_DATABASE_URL

describe.skipIf(!server)('a connection to PostgreSQL that goes silent', () => {
  let proxy: Awaited<ReturnType<typeof openProxy>>
  let open: OpenPool
  let reported: string[]
  beforeEach(async () => {
    proxy = await openProxy(new URL(server as string))
    reported = []
    open = await openPool({ databaseUrl: proxy.url }, ({ message }) => void reported.push(message))
  })
  afterEach(async () => {
    proxy.close()
    await open.close()
  })

  it('ends when no answer comes in time, with the statement that waits for it, and frees its place', async () => {
    const client = await open.pool.connect()
    await client.query('BEGIN')
    proxy.mute()
    const lost = withLimit(client, 200, () => client.query('SELECT 1'))
    await expect(lost).rejects.toSatisfy(isStorageUnavailable)
    await expect(client.query('ROLLBACK')).rejects.toSatisfy(isStorageUnavailable)
    client.release()
    expect(open.pool.totalCount).toBe(0)
    expect((await open.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  it('is given up if the server does no work for it; a slow statement beside it goes on', async () => {
    const lost = await open.pool.connect()
    proxy.mute()
    const slow = await open.pool.connect()
    const slept = slow.query('SELECT pg_sleep(7)')
    await expect(lost.query('SELECT 1')).rejects.toThrow('the connection to the database was lost')
    lost.release()
    expect((await slept).rowCount).toBe(1)
    slow.release()
  })

  it('is given up with all others if the whole database is silent, until it answers', async () => {
    const [busy, idle] = [await open.pool.connect(), await open.pool.connect()]
    idle.release()
    proxy.muteNew(true)
    proxy.mute()
    await expect(busy.query('SELECT 1')).rejects.toThrow('the database does not answer')
    busy.release()
    expect(open.pool.totalCount).toBe(0)
    await expect(open.pool.query('SELECT 1')).rejects.toThrow('the database does not answer')
    expect(reported).toEqual(['the database does not answer'])
    proxy.muteNew(false)
    const ask = () => open.pool.query<{ one: number }>('SELECT 1 AS one').then(({ rows }) => rows, String)
    await expect.poll(ask, { timeout: 10_000 }).toEqual([{ one: 1 }])
  })

  it('leaves no transaction on the server for hours', async () => {
    const limits = ['idle_in_transaction_session_timeout', 'tcp_keepalives_idle', 'tcp_keepalives_count']
    const { rows } = await open.pool.query('SELECT name, setting FROM pg_settings WHERE name = ANY ($1)', [
      limits,
    ])
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]))).toEqual({
      idle_in_transaction_session_timeout: 60_000,
      tcp_keepalives_count: 3,
      tcp_keepalives_idle: 30,
    })
  })

  it('is waited for no longer once it has ended, also by a statement that comes then', async () => {
    const waiting = new Set<symbol>()
    const expectAnswer = () => {
      const one = Symbol('answer')
      waiting.add(one)
      return () => void waiting.delete(one)
    }
    const client = new (class extends LimitedClient {
      override readonly watch = { add: () => {}, remove: () => {}, expectAnswer, close: () => {} }
    })({ connectionString: proxy.url })
    await client.connect()
    await client.query('BEGIN')
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    proxy.close()
    await ended
    await expect(client.query('ROLLBACK')).rejects.toSatisfy(isStorageUnavailable)
    expect([...waiting]).toEqual([])
  })

  it('is not cut while answers arrive or nothing is asked', async () => {
    const client = await open.pool.connect()
    await withLimit(client, 400, async () => {
      for (let n = 0; n < 4; n++) await client.query('SELECT pg_sleep(0.15)')
    })
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    client.release()
  })
})

it.each([
  { code: 'EAI_AGAIN', syscall: 'getaddrinfo', isGivenUp: false },
  { code: 'EMFILE', syscall: 'connect', isGivenUp: false },
  { code: 'ECONNREFUSED', syscall: 'connect', isGivenUp: false },
  { code: 'EHOSTUNREACH', syscall: 'connect', isGivenUp: true },
])('a connection is given up only if nothing answered: $code', async ({ isGivenUp, ...failure }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stream = () => {
    const socket = new Socket()
    socket.connect = () => socket.destroy(Object.assign(new Error('cannot connect'), failure))
    return socket
  }
  const watch = silenceWatch({ stream }, () => undefined)
  const giveUp = vi.fn<(reason: Error) => void>()
  await new Promise<void>((asked) => {
    const waiting = {
      // Read after the database was asked.
      get processID() {
        asked()
        return 1
      },
      bytesReceived: () => 0,
      isSending: () => false,
      giveUp,
    }
    watch.add(waiting)
    watch.expectAnswer(waiting)
    vi.advanceTimersByTime(2_000)
  })
  watch.close()
  vi.useRealTimers()
  expect(giveUp).toHaveBeenCalledTimes(isGivenUp ? 1 : 0)
})

describe.skipIf(!server)('storing notifications on connections of which some are silent', () => {
  let office: TestOffice
  beforeEach(async () => {
    office = await openTestOffice('server')
  })
  afterEach(() => office.dispose())

  const received = (n: number) => receivedIn(office.context.shop.id, n)

  it('works beside a stuck flush', async () => {
    let asked = 0
    const stuck = new Promise<never>(() => undefined)
    const store = notificationStore({
      prepared: async (name, text, values, withinMs) =>
        asked++ === 0 ? stuck : office.engine.prepared(name, text, values, withinMs),
    })
    void store.store(received(1))
    await expect.poll(() => asked).toBe(1)
    expect(await store.store(received(2))).toMatchObject({ isRepeated: false })
    await store.probe()
    expect(asked).toBeGreaterThanOrEqual(3)
  })
})
