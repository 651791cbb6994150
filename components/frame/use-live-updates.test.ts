import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LiveEvent } from '@/lib/core/events'
import { followShop } from './use-live-updates'

/** The browser's side of the stream of live events. */
class Stream extends EventTarget {
  static readonly CLOSED = 2
  static current: Stream
  readyState = 1
  constructor() {
    super()
    Stream.current = this
  }
  close() {
    this.readyState = Stream.CLOSED
  }
  tell(type: string, data?: unknown) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }))
  }
}

let answer = (): Response | Promise<never> => Response.json({})
const refresh = vi.fn<() => void>()
const onAccessEnded = vi.fn<() => void>()
const onConnection = vi.fn<(isConnected: boolean) => void>()
let client: QueryClient
let stop: () => void

beforeEach(() => {
  answer = () => Response.json({})
  vi.useFakeTimers()
  vi.stubGlobal('navigator', {}) // Without locks: the tab has its own connection.
  vi.stubGlobal('window', Object.assign(new EventTarget(), { setTimeout }))
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('fetch', async () => answer())
  for (const mock of [refresh, onAccessEnded, onConnection]) mock.mockClear()
  client = new QueryClient()
  const shownUntil = Date.now()
  stop = followShop({ shop: 'one', userId: 'me', client, shownUntil, refresh, onConnection, onAccessEnded })
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const secondsLater = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)
const settle = () => secondsLater(0)
const event = (kind: LiveEvent['kind']) => Stream.current.tell('message', { kind })
/** `quietMs`: how long ago the shop's last event was. */
const connected = (quietMs: number) => Stream.current.tell('hello', quietMs)
async function interrupted(seconds: number) {
  Stream.current.close()
  Stream.current.tell('error')
  await secondsLater(seconds)
}

it('renders the frame again when the shop’s settings or members changed', async () => {
  connected(60_000)
  event('product')
  await settle()
  expect(refresh).not.toHaveBeenCalled()
  event('settings')
  await settle()
  expect(refresh).toHaveBeenCalledOnce()
})

it('renders the frame again when events may have been missed, and only then', async () => {
  connected(60_000)
  await interrupted(60)
  connected(120_000)
  await settle()
  expect(refresh).not.toHaveBeenCalled()
  await interrupted(60)
  connected(30_000)
  await settle()
  expect(refresh).toHaveBeenCalledOnce()
  expect(onConnection.mock.calls).toEqual([[true], [false], [true], [false], [true]])
})

it('does not take an event that it has seen for one that it missed', async () => {
  connected(60_000)
  event('product')
  await secondsLater(20)
  Stream.current.tell('beat')
  await interrupted(1)
  connected(21_000)
  await settle()
  expect(refresh).not.toHaveBeenCalled()
})

it('renders it later if it is unknown whether the viewer is still a member', async () => {
  connected(60_000)
  answer = () => Promise.reject(new TypeError('network'))
  event('settings')
  await settle()
  expect(refresh).not.toHaveBeenCalled()
  answer = () => Response.json({})
  await interrupted(60)
  connected(120_000)
  await settle()
  expect(refresh).toHaveBeenCalledOnce()
})

it('ends access of someone who is no longer a member, and forgets what they saw', async () => {
  client.setQueryData(['seen'], 1)
  connected(60_000)
  answer = () => Response.json({ code: 'not_found', title: 'Gone' }, { status: 404 })
  event('people')
  await settle()
  expect(onAccessEnded).toHaveBeenCalledOnce()
  expect(client.getQueryData(['seen'])).toBeUndefined()
  expect(refresh).not.toHaveBeenCalled()
})
