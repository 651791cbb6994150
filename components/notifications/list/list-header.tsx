'use client'
import { Ellipsis, Send } from 'lucide-react'
import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CsvExportButton } from '@/components/csv-export/export-button'
import { PageHeader } from '@/components/frame/page-header'
import { useMay } from '@/components/frame/use-may'
import { buttonClass } from '@/components/ui/button-class'
import { LazyMenu } from '@/components/ui/lazy-menu'
import { LinkButton } from '@/components/ui/link-button'
import type { ShopDetail } from '@/lib/core/shop'
import type { NotificationPage } from '@/lib/notifications/schema'
import { CopyAddress } from './copy-address'
import type { ExportDialogProps } from './export-dialog'
import { LiveBadge, PauseButton } from './live-controls'
import type { ColumnId, NotificationListState } from './use-notification-list'
import type { Pause } from './use-pause'

interface ListHeaderProps {
  shop: ShopDetail
  list: Pick<NotificationListState, 'filters'>
  page: NotificationPage | undefined
  shown: readonly ColumnId[]
  pause: Pause
}

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

const loadMenu = () => import('./list-menu')
const loadExport = () => import('./export-dialog')
// Without `loading`, the page would suspend while the chunk loads: the button would vanish and lose focus.
const ExportDialog = dynamic(loadExport, { loading: () => null })

interface ListActionsProps {
  shop: ShopDetail
  rows: Omit<ExportDialogProps, 'shop' | 'onClose'>
  pause: Pause
}

function ListActions({ shop, rows, pause }: ListActionsProps) {
  const t = useTranslations('notifications')
  const maySend = useMay('notifications.replay')
  const mayExport = useMay('notifications.export')
  const [isExporting, setIsExporting] = useState(false)
  const samplesHref = `/shops/${shop.id}/notifications/samples` as Route
  const address = shop.mode === 'live' && rows.count > 0 ? shop.notification_url : undefined
  const dialog = (onClose: () => void) => <ExportDialog {...rows} shop={shop.id} onClose={onClose} />
  return (
    <>
      <span className="flex gap-2 max-md:hidden">
        {address && <CopyAddress url={address} />}
        {maySend && (
          <LinkButton href={samplesHref} icon={<Send aria-hidden size={14} />}>
            {t('samples')}
          </LinkButton>
        )}
        <PauseButton pause={pause} />
        <CsvExportButton permission="notifications.export" load={loadExport}>
          {dialog}
        </CsvExportButton>
      </span>
      <LazyMenu
        load={loadMenu}
        aria-label={t('more')}
        className={buttonClass('ghost', 'sm', 'max-md:size-8 max-md:p-0 md:hidden')}
        menu={{
          pause,
          address,
          samplesHref: maySend ? samplesHref : undefined,
          onExport: mayExport ? () => setIsExporting(true) : undefined,
        }}
      >
        <Ellipsis aria-hidden size={16} />
      </LazyMenu>
      {isExporting && dialog(() => setIsExporting(false))}
    </>
  )
}
