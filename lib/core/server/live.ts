import 'server-only'
import { liveEvent, type LiveEvent } from '../events'
import type { ActorContext, Shop, ShopContext } from './context'
import { AppError } from './errors'

/** The topic of a shop's live events between instances. */
const liveTopic = (shopId: string): string => `shop:${shopId}`

/** Publishes an event to the browsers that show this shop. They then fetch what their user may see. */
export async function publishLiveEvent(
  { engine, shop }: Pick<ShopContext, 'engine'> & { shop: Pick<Shop, 'id'> },
  event: LiveEvent,
): Promise<void> {
  await engine.events.publish(liveTopic(shop.id), JSON.stringify(liveEvent.parse(event)))
}

/**
 * Proxies close silent connections. The beat also lets both sides notice a broken connection
 * (lib/core/client/live-source.ts). It is an event, because browsers do not pass comments to pages.
 */
const heartbeatMs = 20_000

/** A stream ends after this time. The browser reconnects, which checks the whole of its access. */
const lifetimeMs = 5 * 60_000

/**
 * A stream of a shop's events. It begins with `hello`: the milliseconds since the shop's last event, so that a page that is
 * younger than that knows that it missed none. Ends with a beat once `requireAccess` refuses.
 */
export function liveEvents(
  { engine, shop, log, requireAccess }: ActorContext,
  signal: AbortSignal,
): Response {
  let stop = () => {}
  const ends = [signal, engine.ending]
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(new TextEncoder().encode(text))
      const leave = engine.events.subscribe(liveTopic(shop.id), (payload) => send(`data: ${payload}\n\n`))
      const heartbeat = setInterval(() => void beat(), heartbeatMs)
      const lifetime = setTimeout(end, lifetimeMs)
      let isOver = false
      stop = () => {
        isOver = true
        leave()
        clearInterval(heartbeat)
        clearTimeout(lifetime)
        for (const ended of ends) ended.removeEventListener('abort', end)
      }
      async function beat() {
        send('event: beat\ndata: 1\n\n')
        try {
          await requireAccess?.()
        } catch (error) {
          if (error instanceof AppError) end()
          // The database is away: the stream's lifetime is the limit.
          else log.warn({ err: error }, 'the access of a live stream was not checked')
        }
      }
      // A cancelled stream is closed already; closing it again would throw.
      function end() {
        if (isOver) return
        stop()
        controller.close()
      }
      for (const ended of ends) ended.addEventListener('abort', end, { once: true })
      send(`retry: 2000\nevent: hello\ndata: ${engine.events.quietMs(liveTopic(shop.id))}\n\n`)
      if (ends.some(({ aborted }) => aborted)) end()
    },
    cancel: () => stop(),
  })
  const headers = {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  }
  return new Response(stream, { headers })
}
