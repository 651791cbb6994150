'use client'
import { type QueryKey, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { toast } from '@/components/ui/toast-store'
import { ApiError } from '@/lib/core/http'

/** The gateway's list that a mirror is of: how it is read again, now, and what that makes stale. */
export interface MirrorSource {
  sync: () => Promise<unknown>
  refreshes: QueryKey
}

/**
 * Reads the gateway's list again for whoever asks: beside the title, and where it is said that this failed. Whoever of
 * them asked, all of them know that it is under way. `onRefused` hears for how many seconds asking again is pointless.
 */
export function useReadAgain({ sync, refreshes }: MirrorSource, onRefused?: (seconds: number) => void) {
  const t = useTranslations('mirror')
  const client = useQueryClient()
  const mutationKey = ['sync', ...refreshes]
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: sync,
    onSettled: () => client.invalidateQueries({ queryKey: refreshes }),
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfter) onRefused?.(Math.ceil(error.retryAfter))
      toast(error instanceof ApiError ? error.title : t('refreshFailed'), 'bad')
    },
  })
  return { readAgain: () => mutate(), isAsking: useIsMutating({ mutationKey }) > 0 }
}
