'use client'
import { CloudDownload, CloudOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../ui/empty-state'
import { RetryButton } from './retry-button'
import { useGatewayDown } from './use-gateway-down'
import type { MirrorSource } from './use-read-again'

interface MirrorUnreadProps {
  of: 'products' | 'customers'
  shop: string
  page: { syncing: boolean; refresh_failed_at: string | null }
  /** Something is searched for, or filtered by. */
  isSearched: boolean
  source: MirrorSource
}

/**
 * Stands where a list would that was never read to its end: it is not known whether there are any, or whether any match.
 * Once reading it has failed, further tries change nothing about that until one succeeds.
 */
export default function MirrorUnread({ of, shop, page, isSearched, source }: MirrorUnreadProps) {
  const t = useTranslations(of)
  const mirror = useTranslations('mirror')
  const isDown = useGatewayDown(shop) !== null
  const isReading = page.syncing && page.refresh_failed_at === null && !isDown
  return (
    <EmptyState
      icon={isReading ? <CloudDownload size={19} /> : <CloudOff size={19} />}
      title={t(isReading ? 'beingRead' : 'notRead')}
      action={!isReading && <RetryButton source={source} />}
    >
      {t(isReading ? 'beingReadText' : 'notReadText')} {isSearched && mirror('notSearchable')}
    </EmptyState>
  )
}
