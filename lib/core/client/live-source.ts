import type { LiveEvent } from '../events'
import { openEventStream } from './event-stream'

/**
 * `state`: whether events arrive at all, told when it changes and when a tab asks. `isNew`: from now on; what happened before
 * may have been missed. `isRefused`: the server refuses, for example without a session.
 */
export type LiveMessage =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'state'; connected: boolean; isNew?: boolean; isRefused?: boolean }
type Question = { kind: 'ask' }

/**
 * A shop's live events, with one connection for all tabs: browsers allow six a host. The tab that holds the
 * lock has the connection and passes on what it hears; when it closes, another takes over. Without locks
 * (plain HTTP on another host) each tab has its own.
 * @returns a function that stops listening.
 */
export function listenToShop(shop: string, listener: (message: LiveMessage) => void): () => void {
  const name = `counterfoil-live-${shop}`
  const stop = new AbortController()
  if (!('locks' in navigator)) {
    connect(shop, listener, stop.signal)
    return () => stop.abort()
  }
  const others = new BroadcastChannel(name)
  let leading: boolean | undefined // Undefined while another tab leads, else whether this one is connected.
  const tell = (message: LiveMessage) => {
    if (message.kind === 'state') leading = message.connected
    listener(message)
    others.postMessage(message)
  }
  others.addEventListener('message', ({ data }: MessageEvent<LiveMessage | Question>) => {
    if (data.kind !== 'ask') listener(data)
    else if (leading !== undefined)
      others.postMessage({ kind: 'state', connected: leading } satisfies LiveMessage)
  })
  others.postMessage({ kind: 'ask' } satisfies Question)
  const lead = () =>
    new Promise<void>((resolve) => {
      stop.signal.addEventListener('abort', () => resolve(), { once: true })
      connect(shop, tell, stop.signal)
    })
  navigator.locks.request(name, { signal: stop.signal }, lead).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  return () => {
    stop.abort()
    others.close()
  }
}

function connect(shop: string, tell: (message: LiveMessage) => void, signal: AbortSignal): void {
  const listener = {
    onOpen: () => tell({ kind: 'state', connected: true, isNew: true }),
    onEvent: (event: LiveEvent) => tell({ kind: 'event', event }),
    onBroken: ({ isRefused }: { isRefused: boolean }) => tell({ kind: 'state', connected: false, isRefused }),
  }
  openEventStream(shop, listener, signal)
}
