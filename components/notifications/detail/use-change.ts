'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useLinkChange } from '@/components/link-by-hand/use-link-change'
import type { NotificationDetail } from '@/lib/notifications/schema'
import { notificationKeys } from '@/lib/core/client/keys'
import { linkNotification } from '@/lib/notifications/client'
import { storeAnswer } from '@/lib/core/client/store-answer'

/** Returns a function that stores the server's answer to a change and refetches the lists. */
export function useStoreDetail(shop: string, id: string) {
  const client = useQueryClient()
  return (detail: NotificationDetail) => {
    storeAnswer(client, notificationKeys.detail(shop, id), detail)
    void client.invalidateQueries({ queryKey: notificationKeys.lists(shop) })
  }
}

/** Links a notification by hand. */
export function useLink(shop: string, id: string, onDone?: () => void) {
  const takeOver = useStoreDetail(shop, id)
  return useLinkChange(
    (link) => linkNotification(shop, id, link),
    (detail) => {
      takeOver(detail)
      onDone?.()
    },
  )
}
