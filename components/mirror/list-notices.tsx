'use client'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl'
import { Alike } from './alike'
import type { StaleNoticeProps } from './stale-notice'
import { useGatewayDown } from './use-gateway-down'

// Rarely seen, and not to be loaded with every list. Without a place of its own to wait in, it would hide the page.
const StaleNotice = dynamic(() => import('./stale-notice'), { loading: () => null })

interface ListNoticesProps extends Pick<StaleNoticeProps, 'askedAt' | 'source'> {
  shop: string
  /** What is searched for. */
  q: string
  page: StaleNoticeProps['page'] & { alike: boolean }
}

/** What there is to know of what is shown: how old it is where it should be newer, and that it is not what was searched for. */
export function ListNotices({ shop, q, page, ...rest }: ListNoticesProps) {
  const down = useGatewayDown(shop)
  return (
    <>
      {(down || page.refresh_failed_at !== null) && <StaleNotice {...rest} down={down} page={page} />}
      {page.alike && <Alike q={q} />}
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
