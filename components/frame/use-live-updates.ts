'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { createContext, useContext, useEffect, useState } from 'react'
import { applyLiveEvent, catchUp } from '@/lib/queries/live'
import { listenToShop } from '@/lib/queries/live-source'

/** Whether live events arrive; null until that is known. */
export const LiveConnection = createContext<boolean | null>(null)
export const useLiveConnection = (): boolean | null => useContext(LiveConnection)

/**
 * Keeps what is on screen up to date: a live event makes its queries ask again. All of them do when events begin to arrive,
 * the first time, too: what happened since the page was made, nobody told it.
 */
export function useLiveUpdates(shop: string): boolean | null {
  const client = useQueryClient()
  const router = useRouter()
  const [connected, setConnected] = useState<boolean | null>(null)
  useEffect(() => {
    let isConnected = false
    return listenToShop(shop, (message) => {
      if (message.kind === 'event') {
        applyLiveEvent(client, shop, message.event)
        // Who looks may have got another role, or none: the frame is the server's.
        if (message.event.kind === 'people') router.refresh()
        return
      }
      if (message.connected && (message.isNew || !isConnected)) catchUp(client, shop)
      isConnected = message.connected
      setConnected(isConnected)
    })
  }, [client, router, shop])
  return connected
}
