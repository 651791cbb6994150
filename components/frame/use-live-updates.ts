'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { applyLiveEvent, catchUp } from '@/lib/queries/live'
import { listenToShop } from '@/lib/queries/live-source'

/** Keeps what is on screen up to date: a live event makes its queries ask again. */
export function useLiveUpdates(shop: string): void {
  const client = useQueryClient()
  useEffect(
    () =>
      listenToShop(shop, (message) => {
        if (message.kind === 'event') applyLiveEvent(client, shop, message.event)
        else catchUp(client, shop)
      }),
    [client, shop],
  )
}
