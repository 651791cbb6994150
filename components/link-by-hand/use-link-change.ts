'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFailureText } from '@/components/dialogs/failure'
import { toast } from '@/components/ui/overlays/toast-store'
import type { NotificationLink } from '@/lib/notifications/schema'

export type LinkChange = ReturnType<typeof useLinkChange>

/** Links something by hand. `send` asks the server, `onLinked` takes over its answer. */
export function useLinkChange<Detail>(
  send: (link: NotificationLink) => Promise<Detail>,
  onLinked: (detail: Detail) => void,
) {
  const t = useTranslations('notifications.changed')
  const failureText = useFailureText()
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: (detail) => {
      onLinked(detail)
      toast(t('linked'))
    },
  })
  return { send: mutate, isPending, failure: error && failureText(error) }
}
