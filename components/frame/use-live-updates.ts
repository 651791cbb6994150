'use client'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { createContext, useContext, useEffect, useState } from 'react'
import { applyLiveEvent, catchUp } from '@/lib/queries/live'
import { listenToShop } from '@/lib/queries/live-source'

/** Whether live events arrive; null until that is known. */
export const LiveConnection = createContext<boolean | null>(null)
export const useLiveConnection = (): boolean | null => useContext(LiveConnection)

/**
 * Asks for `keyOf` again as soon as events arrive: what happened between the page's making and the first event that it can
 * hear, nobody told it. `keyOf` stays the same function.
 */
export function useFirstCatchUp(shop: string, keyOf: (shop: string) => QueryKey): void {
  const client = useQueryClient()
  const isLive = useLiveConnection()
  useEffect(() => {
    if (isLive) void client.invalidateQueries({ queryKey: keyOf(shop) })
  }, [client, shop, keyOf, isLive])
}

/** Keeps what is on screen up to date: a live event makes its queries ask again. */
export function useLiveUpdates(shop: string): boolean | null {
  const client = useQueryClient()
  const router = useRouter()
  const [connected, setConnected] = useState<boolean | null>(null)
  useEffect(
    () =>
      listenToShop(shop, (message) => {
        if (message.kind === 'event') {
          applyLiveEvent(client, shop, message.event)
          // Who looks may have got another role, or none: the frame is the server's.
          if (message.event.kind === 'people') router.refresh()
        } else if (message.kind === 'state') setConnected(message.connected)
        else catchUp(client, shop)
      }),
    [client, router, shop],
  )
  return connected
}
