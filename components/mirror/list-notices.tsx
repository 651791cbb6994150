'use client'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl'
import { SimilarOnlyNotice } from './alike'
import type { StaleNoticeProps } from './stale-notice'
import { useGatewayDown } from './use-gateway-down'

// Rarely needed, so not loaded with every list. Without a `loading` fallback of its own it would hide the page.
const StaleNotice = dynamic(() => import('./stale-notice'), { loading: () => null })

interface ListNoticesProps extends Pick<StaleNoticeProps, 'askedAt' | 'source'> {
  shop: string
  q: string
  page: StaleNoticeProps['page'] & { alike: boolean }
}

/** Notices above a list: its data is older than it should be, or its rows are only similar to the search. */
export function ListNotices({ shop, q, page, ...rest }: ListNoticesProps) {
  const down = useGatewayDown(shop)
  return (
    <>
      {(down || page.refresh_failed_at !== null) && <StaleNotice {...rest} down={down} page={page} />}
      {page.alike && <SimilarOnlyNotice q={q} />}
    </>
  )
}

/** Explains why a list sorted by relevance ends before all matches. */
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
