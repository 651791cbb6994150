import type { NotificationPage } from '@/lib/notifications/schema'

/** A list as it was when it was held. */
export interface Frozen {
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
