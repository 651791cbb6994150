'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '@/components/frame/use-may'
import type { NotificationDetail, RevealedNotification } from '@/lib/notifications/schema'
import { revealNotification } from '@/lib/notifications/client'

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
