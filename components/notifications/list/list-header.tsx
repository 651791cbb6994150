'use client'
import { useTranslations } from 'use-intl'
import { PageHeader } from '@/components/frame/page-header'
import type { NotificationPage } from '@/lib/notifications/schema'
import type { ShopDetail } from '@/lib/core/shop'
import { ListActions } from './list-actions'
import { LiveBadge } from './live-controls'
import type { ColumnId, NotificationListState } from './use-notification-list'
import type { Pause } from './use-pause'

interface ListHeaderProps {
  shop: ShopDetail
  list: Pick<NotificationListState, 'filters'>
  page: NotificationPage | undefined
  /** The columns the list shows. */
  shown: readonly ColumnId[]
  pause: Pause
}

/** How many there are, whether they arrive by themselves, and the file of them. */
export function ListHeader({ shop, list, page, shown, pause }: ListHeaderProps) {
  const t = useTranslations('notifications')
  const { cursor: _page, ...query } = list.filters
  const count = page?.total ?? 0
  const isAbout = !(page?.total_exact ?? true)
  return (
    <PageHeader
      title={t('title')}
      badges={<LiveBadge isPaused={pause.isPaused} />}
      meta={
        page && <span className="tabular-nums">{t(isAbout ? 'totalAbout' : 'total', { total: count })}</span>
      }
      actions={<ListActions shop={shop} rows={{ query, shown, count, isAbout }} pause={pause} />}
    />
  )
}
