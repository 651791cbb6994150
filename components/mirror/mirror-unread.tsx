'use client'
import { CloudDownload, CloudOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ListWords } from '../list/define-list'
import { EmptyState } from '../ui/empty-state'
import { RetryButton } from './retry-button'
import { useGatewayDown } from './use-gateway-down'
import type { MirrorSource } from './use-read-again'

interface MirrorUnreadProps {
  of: ListWords
  shop: string
  page: { syncing: boolean; refresh_failed_at: string | null }
  /** A search or a filter is active. */
  isSearched: boolean
  source: MirrorSource
}

/**
 * Replaces a list that was never read completely, so that nobody knows whether it has entries or matches. After a
 * failure it stays in the failed state during further attempts, until one succeeds.
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
