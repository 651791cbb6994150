import type { LiveEvent } from '../events'
import { personHeader } from '../api/headers'

/**
 * `state`: whether events arrive; sent on changes, with each sign of life, and when a tab asks. `isNew`: the connection
 * has just opened, so earlier events may be missing. `lastEventAt`: when connected, the time after which there was no
 * event, by this machine's clock. `isRefused`: the server refuses, for example without a session.
 */
type LiveMessage =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'state'; connected: true; lastEventAt: number; isNew?: boolean }
  | { kind: 'state'; connected: false; isRefused?: boolean }
type Question = { kind: 'ask' }

interface Listened {
  shop: string
  /** The person the page was rendered for. */
  userId: string
}

/**
 * Listens to a shop's live events, with one connection for all tabs, because browsers allow six per host. The tab that
 * holds the lock owns the connection and broadcasts its messages; when it closes, another tab takes over. Without
 * locks (plain HTTP on another host) each tab has its own connection. Only tabs of the same person share one.
 * @returns a function that stops listening.
 */
export function listenToShop(
  { shop, userId }: Listened,
  listener: (message: LiveMessage) => void,
): () => void {
  const name = `counterfoil-live-${shop}-${userId}`
  const address = `/api/shops/${encodeURIComponent(shop)}/events?${personHeader}=${encodeURIComponent(userId)}`
  const stop = new AbortController()
  if (!('locks' in navigator)) {
    connect(address, listener, stop.signal)
    return () => stop.abort()
  }
  const others = new BroadcastChannel(name)
  let leaderState: LiveMessage | undefined // The state of this tab's connection. Undefined while another tab holds the connection.
  const broadcast = (message: LiveMessage) => {
    if (message.kind === 'state')
      leaderState = message.connected ? { ...message, isNew: false } : { kind: 'state', connected: false }
    else if (leaderState?.kind === 'state' && leaderState.connected)
      leaderState = { ...leaderState, lastEventAt: Date.now() }
    listener(message)
    others.postMessage(message)
  }
  others.addEventListener('message', ({ data }: MessageEvent<LiveMessage | Question>) => {
    if (data.kind !== 'ask') listener(data)
    else if (leaderState) others.postMessage(leaderState)
  })
  others.postMessage({ kind: 'ask' } satisfies Question)
  const lead = () =>
    new Promise<void>((resolve) => {
      stop.signal.addEventListener('abort', () => resolve(), { once: true })
      connect(address, broadcast, stop.signal)
    })
  navigator.locks.request(name, { signal: stop.signal }, lead).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  return () => {
    stop.abort()
    others.close()
  }
}

function connect(address: string, tell: (message: LiveMessage) => void, signal: AbortSignal): void {
  let lastEventAt = 0
  const listener = {
    onOpen: (quietMs: number) => {
      lastEventAt = Date.now() - quietMs
      tell({ kind: 'state', connected: true, isNew: true, lastEventAt })
    },
    onBeat: () => tell({ kind: 'state', connected: true, lastEventAt }),
    onEvent: (event: LiveEvent) => {
      lastEventAt = Date.now()
      tell({ kind: 'event', event })
    },
    onBroken: ({ isRefused }: { isRefused: boolean }) => tell({ kind: 'state', connected: false, isRefused }),
  }
  openEventStream(address, listener, signal)
}

interface StreamListener {
  onEvent: (event: LiveEvent) => void
  /** The server shows now and then that the connection is alive: nothing was missed until then. */
  onBeat: () => void
  /** `quietMs`: how long ago the shop's last event was. */
  onOpen: (quietMs: number) => void
  /** `isRefused`: the server answered, but not with events. */
  onBroken: (how: { isRefused: boolean }) => void
}

/** Delay before reconnecting. EventSource itself gives up after an HTTP error. */
const reconnectDelayMs = 5_000

/** How long a reconnect may take: the server ends streams now and then. */
const graceMs = 4_000

/** A connection that is silent for this long is dead: the server writes every 20 seconds (lib/core/server/live.ts). */
const silenceLimitMs = 50_000

function openEventStream(address: string, listener: StreamListener, signal: AbortSignal): void {
  let source: EventSource | null = null
  const timers = { again: 0, grace: 0, silence: 0 }
  const stopTimers = () => Object.values(timers).forEach((timer) => clearTimeout(timer))

  function restartSilenceTimer() {
    clearTimeout(timers.grace)
    clearTimeout(timers.silence)
    timers.silence = window.setTimeout(() => broken({ isRefused: false }), silenceLimitMs)
  }
  function broken(how: { isRefused: boolean }) {
    source?.close()
    stopTimers()
    listener.onBroken(how)
    timers.again = window.setTimeout(open, reconnectDelayMs)
  }
  function open() {
    if (signal.aborted) return
    source?.close()
    stopTimers()
    const opened = new EventSource(address)
    source = opened
    opened.addEventListener('open', restartSilenceTimer)
    opened.addEventListener('hello', ({ data }: MessageEvent<string>) => listener.onOpen(Number(data)))
    opened.addEventListener('beat', () => {
      restartSilenceTimer()
      listener.onBeat()
    })
    opened.addEventListener('message', ({ data }: MessageEvent<string>) => {
      restartSilenceTimer()
      listener.onEvent(JSON.parse(data) as LiveEvent)
    })
    opened.addEventListener('error', () => {
      if (signal.aborted || source !== opened) return
      if (opened.readyState === EventSource.CLOSED) return broken({ isRefused: true })
      // EventSource reconnects automatically.
      clearTimeout(timers.grace)
      timers.grace = window.setTimeout(() => listener.onBroken({ isRefused: false }), graceMs)
    })
  }

  // A browser that reports being offline may still reach a server on the same machine.
  const onOffline = () =>
    void isReachable().then((isReached) => !isReached && !signal.aborted && broken({ isRefused: false }))
  window.addEventListener('offline', onOffline, { signal })
  window.addEventListener('online', open, { signal })
  signal.addEventListener('abort', () => {
    source?.close()
    stopTimers()
  })
  open()
}

const isReachable = () =>
  fetch('/api/health/live', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
