import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { localEvents, serverEvents } from './events'
import { eventually } from '@/lib/testing/eventually'

const server = process.env.TEST_DATABASE_URL

describe('events in one process', () => {
  it('know how long a topic has been quiet', async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_000)
    const events = localEvents(() => {})
    now.mockReturnValue(1_500)
    expect(events.quietMs('a')).toBe(500)
    await events.publish('a', '1')
    now.mockReturnValue(1_700)
    expect([events.quietMs('a'), events.quietMs('b')]).toEqual([200, 700])
    now.mockRestore()
    await events.close()
  })

  it('reach all listeners, even if one of them fails', async () => {
    const errors: Error[] = []
    const events = localEvents((error) => errors.push(error))
    const received: string[] = []
    events.subscribe('a', () => {
      throw new Error('a bad listener')
    })
    const leave = events.subscribe('a', (payload) => received.push(payload))
    await events.publish('a', '1')
    leave()
    await events.publish('a', '2')
    expect(received).toEqual(['1'])
    expect(errors.map(({ message }) => message)).toEqual(['a bad listener', 'a bad listener'])
    await events.close()
    await events.publish('a', '3')
    expect(errors).toHaveLength(2)
  })
})

/** A proxy to the server that can be cut, and then refuses connections until it is restored. */
async function cuttableProxy(target: URL) {
  const open = new Set<Socket>()
  let attempts = 0
  let closed = false
  const way = createServer((socket) => {
    attempts++
    if (closed) return socket.destroy()
    const onward = connect(Number(target.port || 5432), target.hostname)
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      open.add(one)
      one.on('error', () => {}).on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  way.listen(0, '127.0.0.1')
  await once(way, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((way.address() as AddressInfo).port)
  return {
    url: url.toString(),
    attempts: () => attempts,
    cut: () => {
      closed = true
      for (const socket of open) socket.destroy()
    },
    mend: () => {
      closed = false
    },
    close: () => {
      for (const socket of open) socket.destroy()
      way.close()
    },
  }
}

describe.skipIf(!server)('events between instances', () => {
  it('continue after a lost connection, with a single new one', async () => {
    const way = await cuttableProxy(new URL(server as string))
    const errors: Error[] = []
    const pool = new pg.Pool({ connectionString: server, max: 1 })
    const events = await serverEvents(way.url, pool, (error) => errors.push(error))
    const received: string[] = []
    events.subscribe('shop:a', (payload) => received.push(payload))
    await events.publish('shop:a', 'one two')
    await eventually(() => expect(received).toEqual(['one two']))

    const before = way.attempts()
    const cutAt = Date.now()
    way.cut()
    // The waits are 250, 500 and 1000 ms. One reconnect loop per failed attempt would try far more often.
    await eventually(() => expect(way.attempts() - before).toBeGreaterThanOrEqual(3))
    expect(way.attempts() - before).toBeLessThanOrEqual(4)
    way.mend()
    await eventually(async () => {
      await events.publish('shop:a', 'again')
      expect(received).toContain('again')
    })
    expect(way.attempts() - before).toBeLessThanOrEqual(6)
    expect(errors.length).toBeGreaterThan(0)
    // Messages sent meanwhile may have been missed.
    expect(events.quietMs('shop:b')).toBeLessThanOrEqual(Date.now() - cutAt)
    await events.close()
    await pool.end()
    way.close()
  })
})
