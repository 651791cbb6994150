'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { createContext, useContext, useEffect, useState } from 'react'
import { followShop } from './follow-shop'

/** Whether live events arrive; null while unknown. */
export const LiveConnection = createContext<boolean | null>(null)
export const useLiveConnection = (): boolean | null => useContext(LiveConnection)

export interface LiveState {
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
