'use client'
import { type QueryKey, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { toast } from '@/components/ui/overlays/toast-store'
import { ApiError } from '@/lib/core/api/http'

/** How to sync the gateway's list into the mirror, and which queries to refetch then. */
export interface MirrorSource {
  sync: () => Promise<unknown>
  refreshes: QueryKey
}

/**
 * Syncs the gateway's list. All components with the same source share the pending state. `onRefused` receives the
 * seconds to wait before another request makes sense.
 */
export function useSync({ sync, refreshes }: MirrorSource, onRefused?: (seconds: number) => void) {
  const t = useTranslations('mirror')
  const client = useQueryClient()
  const mutationKey = ['sync', ...refreshes]
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: sync,
    onSettled: () => client.invalidateQueries({ queryKey: refreshes }),
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfter) onRefused?.(Math.ceil(error.retryAfter))
      toast(error instanceof ApiError ? error.title : t('refreshFailed'), 'bad', { error })
    },
  })
  return { readAgain: () => mutate(), isSyncing: useIsMutating({ mutationKey }) > 0 }
}
