'use client'
import { CloudDownload, CloudOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ListWords } from '../list/define-list'
import { EmptyState } from '../ui/empty-state'
import { RetryButton, type MirrorSource } from './freshness'
import { useGatewayDown, Notice, type GatewayDown } from './gateway-notice'
import { useClock } from '@/components/time/clock'
import { when } from '@/components/time/when'
import { failedPollMs } from '@/lib/core/client/list-params'

interface MirrorUnreadProps {
  of: ListWords
  shop: string
  page: { syncing: boolean; refresh_failed_at: string | null }
  /** A search or a filter is active. */
  isSearched: boolean
  source: MirrorSource
}

/**
 * Replaces a list that was never read completely, so whether it has entries or matches is unknown. After a failure it
 * stays in the failed state during further attempts, until one succeeds.
 */
export function MirrorUnread({ of, shop, page, isSearched, source }: MirrorUnreadProps) {
  const t = useTranslations(of)
  // Mirrored lists have these words.
  const mirror = useTranslations('mirror')
  const isDown = useGatewayDown(shop) !== null
  const isReading = page.syncing && page.refresh_failed_at === null && !isDown
  return (
    <EmptyState
      icon={isReading ? <CloudDownload size={19} /> : <CloudOff size={19} />}
      title={t((isReading ? 'beingRead' : 'notRead') as 'title')}
      action={!isReading && <RetryButton source={source} />}
    >
      {t((isReading ? 'beingReadText' : 'notReadText') as 'title')} {isSearched && mirror('notSearchable')}
    </EmptyState>
  )
}

interface StaleNoticeProps {
  down: GatewayDown | null
  page: { synced_at: string | null; refresh_failed_at: string | null; syncing: boolean }
  /** When the list was last fetched, in milliseconds. */
  askedAt: number
  source: MirrorSource
}

interface StaleMirrorNoticeProps extends Omit<StaleNoticeProps, 'down'> {
  shop: string
}

/** Says that a list's data is older than it should be. */
export function StaleMirrorNotice({ shop, ...notice }: StaleMirrorNoticeProps) {
  const down = useGatewayDown(shop)
  return (down || notice.page.refresh_failed_at !== null) && <StaleNotice {...notice} down={down} />
}

/**
 * Shown while the gateway's list cannot be read: the reason, what is shown instead, times of the last and next attempt,
 * and Retry.
 */
function StaleNotice({ down, page, askedAt, source }: StaleNoticeProps) {
  const t = useTranslations('mirror')
  const { synced_at: syncedAt, refresh_failed_at: failedAt } = page
  const triedAt = failedAt ?? down?.checkedAt
  return (
    <Notice
      more={
        <>
          {triedAt && t.rich('lastTried', { when: when(triedAt) })}{' '}
          {(failedAt !== null || page.syncing) && (
            <NextTry isTrying={page.syncing} at={askedAt + failedPollMs} />
          )}
        </>
      }
      action={<RetryButton size="sm" source={source} />}
    >
      {down?.text}{' '}
      {syncedAt === null
        ? !down && t('notRead')
        : t.rich(failedAt === null ? 'shownFrom' : 'notRefreshed', { when: when(syncedAt) })}
    </Notice>
  )
}

function NextTry({ isTrying, at }: { isTrying: boolean; at: number }) {
  const t = useTranslations('mirror')
  const now = useClock()
  if (isTrying) return t('trying')
  // When the time has passed, the attempt is under way.
  return (
    at > now.valueOf() && t.rich('nextTry', { when: when(new Date(at).toISOString(), { isPlain: true }) })
  )
}

/** Says that the list shows only similar matches of a search. */
export function SimilarOnlyNotice({ q }: { q: string }) {
  const t = useTranslations('mirror')
  return (
    <p role="status" className="mb-2.5 rounded-md bg-info-weak px-3 py-2 text-md text-info">
      {t('alike', { q })}
    </p>
  )
}
