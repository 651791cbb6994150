'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { createContext, useContext, useEffect, useState } from 'react'
import { ApiError, NetworkError } from '@/lib/core/api/http'
import { hasAccess, applyLiveEvent, invalidateAll } from '@/lib/core/client/live'
import { listenToShop } from '@/lib/core/client/live-source'

/** Whether live events arrive; null while unknown. */
export const LiveConnection = createContext<boolean | null>(null)
export const useLiveConnection = (): boolean | null => useContext(LiveConnection)

export interface LiveState {
  isConnected: boolean | null
  isAccessEnded: boolean
}

/** Clocks are compared with this tolerance. */
const marginMs = 3_000

/** Whether the page of this frame is the one that the browser navigated to. */
let isFirstFrame = true

/** Refetches queries on live events. Refetches all of them when a connection starts and there were events before it. */
export function useLiveUpdates(shop: string, userId: string): LiveState {
  const client = useQueryClient()
  const router = useRouter()
  const [isConnected, setIsConnected] = useState<boolean | null>(null)
  const [isAccessEnded, setIsAccessEnded] = useState(false)
  useEffect(() => {
    if (isAccessEnded) return
    let hasConnected = false
    // The page already shows all events until then: a document is rendered after its navigation began.
    let seenUntil = isFirstFrame ? performance.timeOrigin : 0
    isFirstFrame = false
    let isChecking = false
    /** Runs `then` if the viewer is still a member. Otherwise ends access. */
    const check = async (then: () => void) => {
      if (isChecking) return
      isChecking = true
      try {
        if (await hasAccess(shop)) return then()
        setIsAccessEnded(true)
        client.clear() // Removes everything the viewer saw from this tab.
      } catch (error) {
        // Unknown: the session has ended or the server fails. The stream reconnects and checks again.
        if (!(error instanceof ApiError) && !(error instanceof NetworkError)) throw error
      } finally {
        isChecking = false
      }
    }
    return listenToShop({ shop, userId }, (message) => {
      if (message.kind === 'event') {
        seenUntil = Date.now()
        applyLiveEvent(client, shop, message.event)
        // The viewer's role may have changed, or the shop's name, mode or state: the server renders the frame.
        const { kind } = message.event
        if (kind === 'people' || kind === 'settings') void check(() => router.refresh())
        return
      }
      if (message.connected && (message.isNew || !hasConnected)) {
        if (message.lastEventAt > seenUntil - marginMs) invalidateAll(client, shop)
        seenUntil = Date.now()
      }
      hasConnected = message.connected
      setIsConnected(hasConnected)
      if (!message.connected && message.isRefused) void check(() => {})
    })
  }, [client, router, shop, userId, isAccessEnded])
  return { isConnected, isAccessEnded }
}
