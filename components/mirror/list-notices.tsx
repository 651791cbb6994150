'use client'
import { useTranslations } from 'use-intl'
import { GatewayNotice } from './gateway-notice'

interface ListNoticesProps {
  shop: string
  /** What is searched for. */
  q: string
  page: { synced_at: string | null; refresh_failed_at: string | null; alike: boolean }
}

/** What there is to know of what is shown: how old it is where it should be newer, and that it is not what was searched for. */
export function ListNotices({ shop, q, page }: ListNoticesProps) {
  const t = useTranslations('mirror')
  return (
    <>
      <GatewayNotice shop={shop} syncedAt={page.synced_at} isListStale={page.refresh_failed_at !== null} />
      {page.alike && (
        <p role="status" className="mb-2.5 rounded-md bg-sunken px-3 py-2 text-md">
          {t('alike', { q })}
        </p>
      )}
    </>
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
