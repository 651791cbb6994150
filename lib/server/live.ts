import 'server-only'
import { liveEvent, type LiveEvent } from '../contracts/events'
import type { Shop, ShopContext } from './context'

/** The topic on which a shop's live events travel between instances. */
const liveTopic = (shopId: string): string => `shop:${shopId}`

/** Tells the browsers that look at this shop; they fetch what their reader may see. */
export async function tellBrowsers(
  { engine, shop }: Pick<ShopContext, 'engine'> & { shop: Pick<Shop, 'id'> },
  event: LiveEvent,
): Promise<void> {
  await engine.events.publish(liveTopic(shop.id), JSON.stringify(liveEvent.parse(event)))
}

/** Proxies cut silent connections; the comment also finds out whether the browser is still there. */
const heartbeatMs = 20_000

/** A stream ends after this long; the browser asks again, and is checked again: an ended session hears no more. */
const lifetimeMs = 5 * 60_000

/** The shop's live events as server-sent events. */
export function liveEvents({ engine, shop }: ShopContext, signal: AbortSignal): Response {
  let stop = () => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(new TextEncoder().encode(text))
      const leave = engine.events.subscribe(liveTopic(shop.id), (payload) => send(`data: ${payload}\n\n`))
      const heartbeat = setInterval(() => send(': \n\n'), heartbeatMs)
      const lifetime = setTimeout(end, lifetimeMs)
      let over = false
      stop = () => {
        over = true
        leave()
        clearInterval(heartbeat)
        clearTimeout(lifetime)
        signal.removeEventListener('abort', end)
      }
      // The stream's own cancellation closes it; whatever comes after that must not.
      function end() {
        if (over) return
        stop()
        controller.close()
      }
      signal.addEventListener('abort', end, { once: true })
      send('retry: 2000\n\n')
      if (signal.aborted) end()
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
