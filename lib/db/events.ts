import 'server-only'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { groupCommit } from './connection/group-commit'
import { LimitedClient } from './connection/limited-client'

/**
 * Messages between parts of the application and between its instances. Delivery is at most once, so listeners must not
 * rely on it: after an absence they query the database. Payloads hold only IDs and kinds, under 7 kB.
 */
export type Events = {
  publish: (topic: string, payload: string) => Promise<void>
  /** @returns a function that ends the subscription. */
  subscribe: (topic: string, listener: (payload: string) => void) => () => void
  /** Milliseconds since the last message on the topic, or, if there was none, since listening began. */
  quietMs: (topic: string) => number
  close: () => Promise<void>
}

const failure = Symbol('a listener failed')

/** Delivers messages in this process, and remembers when each topic had its last one. */
function messageBus(onError: (error: Error) => void) {
  const bus = new EventEmitter({ captureRejections: false }).setMaxListeners(0).on(failure, onError)
  let start = Date.now()
  const lastMessages = new Map<string, number>()
  return {
    deliver: (topic: string, payload: string) => {
      lastMessages.set(topic, Date.now())
      bus.emit(topic, payload)
    },
    /** Isolates listeners: one that throws affects neither the publisher nor the other listeners. */
    subscribe: (topic: string, listener: (payload: string) => void) => {
      const guarded = (payload: string) => {
        try {
          listener(payload)
        } catch (error) {
          bus.emit(failure, error)
        }
      }
      bus.on(topic, guarded)
      return () => void bus.off(topic, guarded)
    },
    quietMs: (topic: string) => Date.now() - (lastMessages.get(topic) ?? start),
    /** Earlier messages may have been missed. */
    restart: () => {
      start = Date.now()
      lastMessages.clear()
    },
    close: () => void bus.removeAllListeners(),
  }
}

/** Events within one process, for the embedded engine. LISTEN would occupy its only connection. */
export function localEvents(onError: (error: Error) => void): Events {
  const { deliver, subscribe, quietMs, close } = messageBus(onError)
  return {
    publish: async (topic, payload) => deliver(topic, payload),
    subscribe,
    quietMs,
    close: async () => close(),
  }
}

const channel = 'counterfoil'

const heartbeatMs = 15_000
const heartbeatLimitMs = 10_000

/** Events over PostgreSQL LISTEN/NOTIFY, on a dedicated connection that reconnects when it breaks. */
export async function serverEvents(
  connectionString: string,
  pool: pg.Pool,
  onError: (error: Error) => void,
): Promise<Events> {
  const bus = messageBus(onError)
  let isClosed = false
  let client: LimitedClient | undefined

  const listen = async () => {
    const next = new LimitedClient({ connectionString, keepAlive: true, connectionTimeoutMillis: 10_000 })
    next.limitMs = heartbeatLimitMs
    next.on('error', (error) => {
      onError(error)
      void next.end().catch(onError)
    })
    next.on('notification', ({ payload }) => {
      const separator = payload?.indexOf(' ') ?? -1
      if (payload && separator > 0) bus.deliver(payload.slice(0, separator), payload.slice(separator + 1))
    })
    try {
      await next.connect()
      await next.query(`LISTEN ${channel}`)
    } catch (error) {
      await next.end().catch(onError)
      throw error
    }
    // Added after LISTEN succeeds: a failed attempt also emits `end`, but the loop in `reconnect` retries it.
    next.on('end', () => void reconnect())
    bus.restart()
    client = next
  }
  const reconnect = async () => {
    for (let wait = 250; !isClosed; wait = Math.min(wait * 2, 10_000)) {
      await sleep(wait, undefined, { ref: false })
      if (isClosed) return
      try {
        return await listen()
      } catch (error) {
        onError(error as Error)
      }
    }
  }

  // Messages published in the same moment share one commit.
  const publish = groupCommit<string, void>(async (messages) => {
    await pool.query('SELECT pg_notify($1, message) FROM unnest($2::text[]) message', [channel, messages])
    return messages.map(() => undefined)
  })

  // Detects a connection that went silent. It delivers no notifications and raises no error.
  const heartbeat = setInterval(() => void client?.query('SELECT 1').catch(onError), heartbeatMs).unref()

  await listen()
  return {
    publish: (topic, payload) => publish(`${topic} ${payload}`),
    subscribe: bus.subscribe,
    quietMs: bus.quietMs,
    close: async () => {
      isClosed = true
      clearInterval(heartbeat)
      bus.close()
      await client?.end()
    },
  }
}
