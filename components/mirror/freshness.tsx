'use client'
import { RotateCw } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useIsArchived } from '@/components/frame/use-may'
import { AgainIn, useCountdown } from '@/components/time/again-in'
import { when } from '@/components/time/when'
import { Button, type ButtonProps } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { IconButton } from '@/components/ui/icon-button'
import { useGatewayDown } from './gateway-notice'
import { type QueryKey, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '@/components/ui/overlays/toast-store'
import { ApiError } from '@/lib/core/api/http'

interface FreshnessProps {
  shop: string
  total: number
  isTotalExact: boolean
  page: { synced_at: string | null; syncing: boolean; refresh_failed_at: string | null }
  source: MirrorSource
}

/** The number of entries, their age, and a refresh button. */
export function Freshness({ shop, total, isTotalExact, page, source }: FreshnessProps) {
  const t = useTranslations('mirror')
  const isArchived = useIsArchived()
  const [waiting, wait] = useCountdown()
  const { readAgain, isSyncing } = useSync(source, wait)
  const { synced_at: syncedAt } = page
  const isReading = page.syncing || isSyncing
  const isDown = useGatewayDown(shop) !== null
  // While the gateway fails, ListNotices reports further attempts instead.
  const isFailing = isDown || page.refresh_failed_at !== null
  const isReadingShown = isReading && !isFailing
  return (
    <>
      {syncedAt && (
        <>
          <span className="tabular-nums">{t(isTotalExact ? 'total' : 'about', { total })}</span>
          <span aria-hidden>·</span>
        </>
      )}
      {(syncedAt || !isReadingShown) && (
        <span>{syncedAt ? t.rich('synced', { when: when(syncedAt) }) : t('neverSynced')}</span>
      )}
      {syncedAt && isReadingShown && (
        <span aria-hidden className="max-md:hidden">
          ·
        </span>
      )}
      {/* On a phone the turning icon shows it. */}
      {isReadingShown && <span className={syncedAt ? 'max-md:sr-only' : undefined}>{t('reading')}</span>}
      {!isArchived && (
        <IconButton
          size="sm"
          label={t('refresh')}
          icon={<RotateCw aria-hidden size={14} className={isReading ? 'animate-spin' : undefined} />}
          // Not disabled, because that would lose the focus.
          isPending={isSyncing || waiting > 0}
          onPress={readAgain}
          className={cx('print:hidden', waiting > 0 && 'opacity-45')}
        />
      )}
      {!isFailing && <AgainIn seconds={waiting} />}
    </>
  )
}

interface RetryButtonProps extends Pick<ButtonProps, 'size'> {
  source: MirrorSource
}

/** Retries the sync, like the refresh button beside the title, where a notice says that the list could not be read. */
export function RetryButton({ source, size }: RetryButtonProps) {
  const t = useTranslations('common')
  const { readAgain, isSyncing } = useSync(source)
  return (
    <Button
      size={size}
      icon={<RotateCw aria-hidden size={size === 'sm' ? 14 : 15} />}
      isPending={isSyncing}
      onPress={readAgain}
    >
      {t('retry')}
    </Button>
  )
}

/** How to sync the gateway's list into the mirror, and which queries to refetch then. */
export interface MirrorSource {
  sync: () => Promise<unknown>
  refreshes: QueryKey
}

/**
 * Syncs the gateway's list. All components with the same source share the pending state. `onRefused` receives the
 * seconds to wait before another request makes sense.
 */
function useSync({ sync, refreshes }: MirrorSource, onRefused?: (seconds: number) => void) {
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
