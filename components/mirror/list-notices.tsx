'use client'
import { useTranslations } from 'use-intl'
import { useClock } from '@/components/time/clock'
import { when } from '@/components/time/when'
import { retryMs } from '@/lib/queries/list-params'
import { Notice } from './gateway-notice'
import { RetryButton } from './retry-button'
import { useGatewayDown } from './use-gateway-down'
import type { MirrorSource } from './use-read-again'

interface ListNoticesProps {
  shop: string
  /** What is searched for. */
  q: string
  page: { synced_at: string | null; refresh_failed_at: string | null; syncing: boolean; alike: boolean }
  /** When the page was last asked for, in milliseconds. */
  askedAt: number
  source: MirrorSource
}

/** What there is to know of what is shown: how old it is where it should be newer, and that it is not what was searched for. */
export function ListNotices({ q, ...rest }: ListNoticesProps) {
  const t = useTranslations('mirror')
  return (
    <>
      <StaleNotice {...rest} />
      {rest.page.alike && (
        <p role="status" className="mb-2.5 rounded-md bg-info-weak px-3 py-2 text-md text-info">
          {t('alike', { q })}
        </p>
      )}
    </>
  )
}

/** While the list cannot be read: why, what is shown, when that was last tried and is tried again, and Retry. */
function StaleNotice({ shop, page, askedAt, source }: Omit<ListNoticesProps, 'q'>) {
  const t = useTranslations('mirror')
  const down = useGatewayDown(shop)
  const { synced_at: syncedAt, refresh_failed_at: failedAt } = page
  if (!down && failedAt === null) return null
  const triedAt = failedAt ?? down?.checkedAt
  return (
    <Notice
      more={
        <>
          {triedAt && t.rich('lastTried', { when: when(triedAt) })}{' '}
          {(failedAt !== null || page.syncing) && <NextTry isTrying={page.syncing} at={askedAt + retryMs} />}
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
  // Once it is due, the answer is a moment away.
  return (
    at > now.valueOf() && t.rich('nextTry', { when: when(new Date(at).toISOString(), { isPlain: true }) })
  )
}

/** Sorted by relevance, a list ends before all that match. */
export function OnlyBest({
  best,
  total,
  isTotalExact,
}: {
  best: number
  total: number
  isTotalExact: boolean
}) {
  const t = useTranslations('mirror')
  return t(isTotalExact ? 'best' : 'bestAbout', { best, total })
}
