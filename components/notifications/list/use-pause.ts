'use client'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { NotificationPage } from '@/lib/notifications/schema'
import { notificationListOptions } from '@/lib/notifications/client'
import type { NotificationListQueryResult, NotificationListState } from './use-notification-list'

/**
 * Holds the list as it is while people look at it; what arrives meanwhile is counted, and shown when somebody wants it.
 * What somebody does to the list themselves (another page, another filter) still happens.
 */
export function usePause(shop: string, list: NotificationListState, query: NotificationListQueryResult) {
  const client = useQueryClient()
  const [isPaused, setIsPaused] = useState(false)
  const [frozen, setFrozen] = useState<Frozen | null>(null)
  const { cursor: _cursor, sort: _sort, ...filters } = list.filters
  const newest = notificationListOptions(shop, filters)
  // The newest of what the list is narrowed to, whatever page of it is shown.
  const { data: first } = useQuery({ ...newest, enabled: isPaused, placeholderData: keepPreviousData })
  const key = JSON.stringify(list.filters)
  const settled = query.isPlaceholderData ? undefined : query.data

  if (isPaused && settled && frozen?.key !== key) setFrozen(freeze(key, settled, frozen?.since))
  const isHeld = isPaused && frozen?.key === key
  const page: NotificationPage | undefined = isHeld ? frozen.page : query.data

  /** As of now: what is there is not new. */
  async function pause() {
    const known = client.getQueryData(newest.queryKey) ?? (await client.query(newest))
    const since = known.items[0]?.received_at ?? ''
    setFrozen(settled ? freeze(key, settled, since) : null)
    setIsPaused(true)
  }
  function resume() {
    setIsPaused(false)
    setFrozen(null)
  }
  /** Shows what has arrived, on the first page, and goes on pausing from there. */
  function showNew() {
    setFrozen(settled ? freeze(key, settled, first?.items[0]?.received_at) : null)
    if (list.from > 1 || list.sort !== '-received_at') list.sortBy('-received_at')
  }
  return {
    /** The query as the list shows it. */
    shown: (isHeld ? { ...query, data: page } : query) as NotificationListQueryResult,
    isPaused,
    meanwhile: isHeld && first ? countNew(first, frozen) : { count: 0, isMore: false },
    pause: () => void pause().catch(() => setIsPaused(true)),
    resume,
    showNew,
  }
}
export type Pause = ReturnType<typeof usePause>

/** A list as it was when it was held. */
interface Frozen {
  /** Of which question it is the answer. */
  key: string
  page: NotificationPage
  /** When the newest that was there then was received; empty: there was none. */
  since: string
}

/** `since`: of an earlier hold, which another page or filter does not end. */
export const freeze = (key: string, page: NotificationPage, since?: string): Frozen => ({
  key,
  page,
  since: since ?? page.items[0]?.received_at ?? '',
})

/** How many of the newest page have arrived since; `isMore`: all of them, so that there may be more. */
export function countNew(
  newest: NotificationPage,
  { page, since }: Frozen,
): { count: number; isMore: boolean } {
  const shown = new Set(page.items.map(({ id }) => id))
  const count = newest.items.filter(({ id, received_at: at }) => at > since && !shown.has(id)).length
  return { count, isMore: count === newest.items.length && newest.next_cursor !== null }
}
