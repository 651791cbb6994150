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

/** Reveals the masked values of a notification on demand. They are discarded when the page or panel closes. */
export function useReveal(shop: string, id: string) {
  const [known, setKnown] = useState<{ id: string; revealed: RevealedNotification } | null>(null)
  const reveal = useMutation({
    // Returns nothing, as the mutation would keep it after it is hidden.
    mutationFn: async (wanted: string) => {
      setKnown({ id: wanted, revealed: await revealNotification(shop, wanted) })
    },
  })
  const isMasked = !useMay('personal_data.read')
  const mayReveal = useMay('personal_data.reveal')
  const revealed = known?.id === id ? known.revealed : null
  return {
    isOffered: isMasked && mayReveal,
    isRevealed: revealed !== null,
    isPending: reveal.isPending,
    error: reveal.isError && reveal.variables === id ? reveal.error : null,
    reveal: () => reveal.mutate(id),
    hide: () => setKnown(null),
    shown: (notification: NotificationDetail): NotificationDetail => ({ ...notification, ...revealed }),
  }
}
export type Reveal = ReturnType<typeof useReveal>
