'use client'
import { RotateCw } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useIsArchived } from '@/components/frame/use-may'
import { AgainIn, useCountdown } from '@/components/time/again-in'
import { when } from '@/components/time/when'
import { IconButton } from '@/components/ui/icon-button'
import { useGatewayDown } from './use-gateway-down'
import { type MirrorSource, useSync } from './use-read-again'

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
  const saysReading = isReading && !isFailing
  return (
    <>
      {syncedAt && (
        <>
          <span className="tabular-nums">{t(isTotalExact ? 'total' : 'about', { total })}</span>
          <span aria-hidden>·</span>
        </>
      )}
      {(syncedAt || !saysReading) && (
        <span>{syncedAt ? t.rich('synced', { when: when(syncedAt) }) : t('neverSynced')}</span>
      )}
      {syncedAt && saysReading && <span aria-hidden>·</span>}
      {saysReading && <span>{t('reading')}</span>}
      {!isArchived && (
        <IconButton
          size="sm"
          label={t('refresh')}
          icon={<RotateCw aria-hidden size={14} className={isReading ? 'animate-spin' : undefined} />}
          // Not disabled, because that would lose the focus.
          isPending={isSyncing || waiting > 0}
          onPress={readAgain}
          className={waiting > 0 ? 'opacity-45' : undefined}
        />
      )}
      {!isFailing && <AgainIn seconds={waiting} />}
    </>
  )
}
