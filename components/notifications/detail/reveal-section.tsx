'use client'
import { useMutation } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import { ApiError } from '@/lib/core/api/http'
import { revealNotification } from '@/lib/notifications/client'
import type { NotificationDetail, RevealedNotification } from '@/lib/notifications/schema'

export function RevealSection({ reveal }: { reveal: Reveal }) {
  const t = useTranslations('customers.details')
  const network = useTranslations('errors')('network')
  const { isOffered, isRevealed, isPending, error } = reveal
  if (!isOffered) return null
  const Icon = isRevealed ? EyeOff : Eye
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-5 py-2.5 max-md:px-4">
      <Button
        size="sm"
        icon={<Icon aria-hidden size={14} />}
        isPending={isPending}
        onPress={isRevealed ? reveal.hide : reveal.reveal}
      >
        {t(isRevealed ? 'hide' : 'reveal')}
      </Button>
      <p role="status" className="text-sm text-muted">
        {t(isRevealed ? 'revealedText' : 'revealText')}
      </p>
      {error && (
        <p role="alert" className="w-full text-sm text-danger">
          {t('revealFailed', { reason: error instanceof ApiError ? error.title : network })}
        </p>
      )}
    </div>
  )
}

interface Known {
  /** The notification as it was when its values were revealed. */
  of: NotificationDetail
  revealed: RevealedNotification
}

/** What differs once it is anonymised or its body is removed, and in another notification. */
const changing = ['id', 'email', 'description', 'tracking_id', 'message', 'raw', 'body_size'] as const

/** The revealed values, unless they are another notification's or it was anonymised or removed meanwhile. */
export const stillRevealed = (
  known: Known | null,
  notification: NotificationDetail | undefined,
): RevealedNotification | null =>
  known && changing.every((name) => known.of[name] === notification?.[name]) ? known.revealed : null

/** Reveals the masked values of a notification on demand. They are discarded when the page or panel closes. */
export function useReveal(shop: string, notification: NotificationDetail | undefined) {
  const [known, setKnown] = useState<Known | null>(null)
  const reveal = useMutation({
    // Returns nothing, as the mutation would keep it after it is hidden.
    mutationFn: async (wanted: NotificationDetail) => {
      setKnown({ of: wanted, revealed: await revealNotification(shop, wanted.id) })
    },
  })
  const isMasked = !useMay('personal_data.read')
  const mayReveal = useMay('personal_data.reveal')
  const revealed = stillRevealed(known, notification)
  return {
    isOffered: isMasked && mayReveal,
    isRevealed: revealed !== null,
    isPending: reveal.isPending,
    error: reveal.isError && reveal.variables.id === notification?.id ? reveal.error : null,
    reveal: () => notification && reveal.mutate(notification),
    hide: () => setKnown(null),
    shown: notification && { ...notification, ...revealed },
  }
}
export type Reveal = ReturnType<typeof useReveal>
