'use client'
import { useTranslations } from 'use-intl'
import { useClock } from '@/components/time/clock'
import { when } from '@/components/time/when'
import { failedPollMs } from '@/lib/core/client/list-params'
import { Notice } from './gateway-notice'
import { RetryButton } from './retry-button'
import { type GatewayDown, useGatewayDown } from './use-gateway-down'
import type { MirrorSource } from './use-read-again'

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
