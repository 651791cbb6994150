'use client'
import { Send } from 'lucide-react'
import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl'
import { CsvExportButton } from '@/components/csv-export/export-button'
import { PageHeader } from '@/components/frame/page-header'
import { useMay } from '@/components/frame/use-may'
import { LinkButton } from '@/components/ui/link-button'
import type { NotificationPage } from '@/lib/contracts/notification'
import type { ShopDetail } from '@/lib/contracts/shop'
import { CopyAddress } from './copy-address'
import { LiveBadge, PauseButton } from './live-controls'
import type { ColumnId, NotificationListState } from './use-notification-list'
import type { Pause } from './use-pause'

const loadExport = () => import('./export-dialog')
// Without a fallback of its own it would hide the button while it loads, and focus with it.
const ExportDialog = dynamic(loadExport, { loading: () => null })

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
  const maySend = useMay('notifications.replay')
  const { cursor: _page, ...query } = list.filters
  const total = page?.total ?? 0
  return (
    <PageHeader
      title={t('title')}
      badges={<LiveBadge isPaused={pause.isPaused} />}
      meta={
        page && (
          <span className="tabular-nums">{t(page.total_exact ? 'total' : 'totalAbout', { total })}</span>
        )
      }
      actions={
        <>
          {shop.mode === 'live' && total > 0 && <CopyAddress url={shop.notification_url} />}
          {maySend && (
            <LinkButton
              href={`/shops/${shop.id}/notifications/samples` as Route}
              icon={<Send aria-hidden size={14} />}
            >
              {t('samples')}
            </LinkButton>
          )}
          <PauseButton pause={pause} />
          <CsvExportButton permission="notifications.export" load={loadExport}>
            {(onClose) => (
              <ExportDialog
                shop={shop.id}
                query={query}
                shown={shown}
                count={total}
                isAbout={!(page?.total_exact ?? true)}
                onClose={onClose}
              />
            )}
          </CsvExportButton>
        </>
      }
    />
  )
}
