'use client'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { AgainIn } from '@/components/time/again-in'
import { useCountdown } from '@/components/time/use-countdown'
import { when } from '@/components/time/when'
import { IconButton } from '@/components/ui/icon-button'
import { toast } from '@/components/ui/toast-store'
import { ApiError } from '@/lib/http'

interface FreshnessProps {
  total: number
  isTotalExact: boolean
  syncedAt: string | null
  /** The gateway's list is being read now, whoever asked for that. */
  isSyncing?: boolean
  /** Reads the gateway's list again, now; what it makes stale. */
  sync: () => Promise<unknown>
  refreshes: QueryKey
}

/** How many there are, how fresh that is, and a refresh. */
export function Freshness({
  total,
  isTotalExact,
  syncedAt,
  isSyncing = false,
  sync: read,
  refreshes,
}: FreshnessProps) {
  const t = useTranslations('mirror')
  const client = useQueryClient()
  const [waiting, wait] = useCountdown()
  const sync = useMutation({
    mutationFn: read,
    onSettled: () => client.invalidateQueries({ queryKey: refreshes }),
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfter) wait(Math.ceil(error.retryAfter))
      toast(error instanceof ApiError ? error.title : t('refreshFailed'), 'bad')
    },
  })
  const isReading = isSyncing || sync.isPending
  return (
    <>
      {syncedAt && (
        <>
          <span className="tabular-nums">{t(isTotalExact ? 'total' : 'about', { total })}</span>
          <span aria-hidden>·</span>
        </>
      )}
      {(syncedAt || !isReading) && (
        <span>{syncedAt ? t.rich('synced', { when: when(syncedAt) }) : t('neverSynced')}</span>
      )}
      {syncedAt && isReading && <span aria-hidden>·</span>}
      {isReading && <span>{t('reading')}</span>}
      <IconButton
        size="sm"
        label={t('refresh')}
        icon={<RotateCw aria-hidden size={14} className={isReading ? 'animate-spin' : undefined} />}
        // Not disabled, which would take the focus away.
        isPending={sync.isPending || waiting > 0}
        onPress={() => sync.mutate()}
        className={waiting > 0 ? 'opacity-45' : undefined}
      />
      <AgainIn seconds={waiting} />
    </>
  )
}
