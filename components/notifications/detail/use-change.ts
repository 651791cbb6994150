'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFailureText } from '@/components/dialogs/failure'
import { toast } from '@/components/ui/overlays/toast-store'
import type { NotificationDetail, NotificationLink } from '@/lib/notifications/schema'
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
  const t = useTranslations('notifications.changed')
  const takeOver = useStoreDetail(shop, id)
  const failureText = useFailureText()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (link: NotificationLink) => linkNotification(shop, id, link),
    onSuccess: (detail) => {
      takeOver(detail)
      toast(t('linked'))
      onDone?.()
    },
  })
  return { send: mutate, isPending, failure: error && failureText(error) }
}
