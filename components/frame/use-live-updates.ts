'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { createContext, useContext, useEffect, useState } from 'react'
import { ApiError, NetworkError } from '@/lib/core/http'
import { hasAccess } from '@/lib/core/client/access'
import { applyLiveEvent, catchUp } from '@/lib/core/client/live'
import { listenToShop } from '@/lib/core/client/live-source'

/** Whether live events arrive; null until that is known. */
export const LiveConnection = createContext<boolean | null>(null)
export const useLiveConnection = (): boolean | null => useContext(LiveConnection)

/** What is known of the reader's membership in the shop and of the connection. */
export interface LiveState {
  connected: boolean | null
  /** The reader is no longer a member of the shop. */
  isAccessEnded: boolean
}

/**
 * Keeps what is on screen up to date: a live event makes its queries ask again. All of them do when events begin to arrive,
 * the first time, too: the page has missed what happened since it was rendered.
 */
export function useLiveUpdates(shop: string): LiveState {
  const client = useQueryClient()
  const router = useRouter()
  const [connected, setConnected] = useState<boolean | null>(null)
  const [isAccessEnded, setIsAccessEnded] = useState(false)
  useEffect(() => {
    if (isAccessEnded) return
    let isConnected = false
    let isChecking = false
    /** Whether the reader still belongs here; `then`: what to do where they do. */
    const check = async (then: () => void) => {
      if (isChecking) return
      isChecking = true
      try {
        if (await hasAccess(shop)) return then()
        setIsAccessEnded(true)
        client.clear() // Nothing they saw stays in this tab.
      } catch (error) {
        // Not known: the session has ended, or the server fails. The stream reconnects and asks again.
        if (!(error instanceof ApiError) && !(error instanceof NetworkError)) throw error
      } finally {
        isChecking = false
      }
    }
    return listenToShop(shop, (message) => {
      if (message.kind === 'event') {
        applyLiveEvent(client, shop, message.event)
        // The reader's role may have changed; the frame is rendered by the server.
        if (message.event.kind === 'people') void check(() => router.refresh())
        return
      }
      if (message.connected && (message.isNew || !isConnected)) catchUp(client, shop)
      isConnected = message.connected
      setConnected(isConnected)
      if (message.isRefused) void check(() => {})
    })
  }, [client, router, shop, isAccessEnded])
  return { connected, isAccessEnded }
}
