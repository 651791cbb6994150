'use client'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { createContext, useContext, useEffect, useState } from 'react'
import { ApiError, NetworkError } from '@/lib/core/api/http'
import { hasAccess, applyLiveEvent, invalidateAll } from '@/lib/core/client/live'
import { listenToShop } from '@/lib/core/client/live-source'

/** Whether live events arrive; null while unknown. */
export const LiveConnection = createContext<boolean | null>(null)
export const useLiveConnection = (): boolean | null => useContext(LiveConnection)

interface LiveState {
  isConnected: boolean | null
  isAccessEnded: boolean
}

/** Whether the page of this frame is the one that the browser navigated to. */
let isFirstFrame = true

/** Keeps the page current by the shop's live events, until the viewer is no longer a member. */
export function useLiveUpdates(shop: string, userId: string): LiveState {
  const client = useQueryClient()
  const router = useRouter()
  const [isConnected, setIsConnected] = useState<boolean | null>(null)
  const [isAccessEnded, setIsAccessEnded] = useState(false)
  useEffect(() => {
    if (isAccessEnded) return
    // A document is rendered after its navigation began.
    const shownUntil = isFirstFrame ? performance.timeOrigin : 0
    isFirstFrame = false
    return followShop({
      shop,
      userId,
      client,
      shownUntil,
      refresh: () => router.refresh(),
      onConnection: setIsConnected,
      onAccessEnded: () => setIsAccessEnded(true),
    })
  }, [client, router, shop, userId, isAccessEnded])
  return { isConnected, isAccessEnded }
}

interface Followed {
  shop: string
  /** The person the page was rendered for. */
  userId: string
  client: QueryClient
  /** The page shows all events until then, in ms as `Date.now()`. */
  shownUntil: number
  /** Renders the frame and the page again. */
  refresh: () => void
  onConnection: (isConnected: boolean) => void
  /** Called when the person is no longer a member of the shop. */
  onAccessEnded: () => void
}

/** Clocks are compared with this tolerance. */
const marginMs = 3_000

/**
 * Refetches queries on a shop's live events, and all of them when a connection starts and there were events before it.
 * Renders the frame again if an event concerned what it shows, or may have.
 * @returns a function that stops this.
 */
export function followShop({ shop, userId, client, refresh, ...followed }: Followed): () => void {
  let hasConnected = false
  let seenUntil = followed.shownUntil
  let isChecking = false
  // The viewer's role may have changed, or the shop's name, mode, state or decimals: the server renders the frame.
  let isFrameOutdated = false

  /** Ends access if the viewer is no longer a member. Otherwise renders an outdated frame again. */
  async function check(): Promise<void> {
    if (isChecking) return
    isChecking = true
    try {
      if (!(await hasAccess(shop))) {
        followed.onAccessEnded()
        return client.clear() // Removes everything the viewer saw from this tab.
      }
      if (isFrameOutdated) refresh()
      isFrameOutdated = false
    } catch (error) {
      // Unknown: the session has ended or the server fails. The stream reconnects and checks again.
      if (!(error instanceof ApiError) && !(error instanceof NetworkError)) throw error
    } finally {
      isChecking = false
    }
  }
  function checkFrame(): void {
    isFrameOutdated = true
    void check()
  }

  return listenToShop({ shop, userId }, (message) => {
    if (message.kind === 'event') {
      seenUntil = Date.now()
      applyLiveEvent(client, shop, message.event)
      const { kind } = message.event
      if (kind === 'people' || kind === 'settings') checkFrame()
      return
    }
    if (message.connected && (message.isNew || !hasConnected)) {
      const hasMissedEvents = message.lastEventAt > seenUntil - marginMs
      if (hasMissedEvents) invalidateAll(client, shop)
      // The server has just rendered a frame that shows nothing yet. An earlier check may have failed.
      if ((hasMissedEvents && seenUntil > 0) || isFrameOutdated) checkFrame()
    }
    if (message.connected) seenUntil = Date.now()
    hasConnected = message.connected
    followed.onConnection(hasConnected)
    if (!message.connected && message.isRefused) void check()
  })
}
