'use client'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { NotificationPage } from '@/lib/notifications/schema'
import { notificationListOptions } from '@/lib/notifications/client'
import type { NotificationList } from './notification-list'

/** Pauses live updates: new notifications are counted, and shown on request. Page and filters still change. */
export function usePause({ shop, state, query }: NotificationList) {
  const client = useQueryClient()
  const [isPaused, setIsPaused] = useState(false)
  const [frozen, setFrozen] = useState<Frozen | null>(null)
  const { cursor, sort, ...filters } = state.filters
  const newest = notificationListOptions(shop, filters)
  // The first page of the filtered list, whichever page is shown.
  const { data: first } = useQuery({ ...newest, enabled: isPaused, placeholderData: keepPreviousData })
  const key = JSON.stringify(state.filters)
  const settled = query.isPlaceholderData ? undefined : query.data

  if (isPaused && settled && frozen?.key !== key) setFrozen(freeze(key, settled, frozen?.since))
  const isHeld = isPaused && frozen?.key === key
  const page: NotificationPage | undefined = isHeld ? frozen.page : query.data

  /** Pauses now. Everything already received counts as known. */
  async function pause() {
    // While another page is shown, the cached first page is not refreshed.
    const isNewest = cursor === undefined && sort === undefined
    const known = isNewest && settled ? settled : await client.query({ ...newest, staleTime: 0 })
    const since = known.items[0]?.received_at ?? ''
    setFrozen(settled ? freeze(key, settled, since) : null)
    setIsPaused(true)
  }
  function resume() {
    setIsPaused(false)
    setFrozen(null)
  }
  /** Shows the new notifications on the first page. The list stays paused. */
  function showNew() {
    setFrozen(settled ? freeze(key, settled, first?.items[0]?.received_at) : null)
    if (state.from > 1 || state.sort !== '-received_at') state.sortBy('-received_at')
  }
  return {
    /** The page to show, frozen while paused. */
    page,
    isPaused,
    meanwhile: isHeld && first ? countNew(first, frozen) : { count: 0, isMore: false },
    pause: () => void pause().catch(() => setIsPaused(true)),
    resume,
    showNew,
  }
}
export type Pause = ReturnType<typeof usePause>

interface Frozen {
  /** The list state that `page` belongs to. */
  key: string
  page: NotificationPage
  /** When the newest notification known then was received; empty if there was none. */
  since: string
}

/** `since` carries over from an earlier pause, as changing the page or filter does not end a pause. */
export const freeze = (key: string, page: NotificationPage, since?: string): Frozen => ({
  key,
  page,
  since: since ?? page.items[0]?.received_at ?? '',
})

/**
 * Counts the new notifications on the newest page. `isMore`: all of that page is new, so there may be more.
 */
export function countNew(
  newest: NotificationPage,
  { page, since }: Frozen,
): { count: number; isMore: boolean } {
  const shown = new Set(page.items.map(({ id }) => id))
  const count = newest.items.filter(({ id, received_at: at }) => at > since && !shown.has(id)).length
  return { count, isMore: count === newest.items.length && newest.next_cursor !== null }
}
