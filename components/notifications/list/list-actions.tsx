'use client'
import { Send } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { ExportButton, exportedRows, useExportDialog } from '@/components/list/export-button'
import { LinkButton } from '@/components/ui/link-button'
import { MoreMenu } from '@/components/ui/overlays/more-menu'
import { CopyButton } from '@/components/ui/text/copy-button'
import type { ShopDetail } from '@/lib/core/shop'
import { PauseButton } from './live-controls'
import { notificationExport, type NotificationList } from './notification-list'
import type { Pause } from './use-pause'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const loadMenu = lazyWithMessages(() => import('./list-menu'))

interface ListActionsProps {
  shop: ShopDetail
  list: NotificationList
  pause: Pause
}

/** The list's buttons. On a phone they are in a menu. */
export function ListActions({ shop, list, pause }: ListActionsProps) {
  const t = useTranslations('notifications')
  const maySend = useMay('notifications.replay')
  const mayExport = useMay(notificationExport.permission)
  const rows = exportedRows(list)
  const { open, dialog } = useExportDialog(notificationExport, rows)
  const samplesHref = `/shops/${shop.id}/notifications/samples` as Route
  const address = shop.mode === 'live' && list.total > 0 ? shop.notification_url : undefined
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
        <ExportButton of={notificationExport} rows={rows} />
      </span>
      <MoreMenu
        load={loadMenu}
        aria-label={t('more')}
        className="md:hidden"
        menu={{
          pause,
          address,
          samplesHref: maySend ? samplesHref : undefined,
          onExport: mayExport ? open : undefined,
        }}
      />
      {dialog}
    </>
  )
}

/** Copies the notification address, which the provider needs. */
export function CopyAddress({ url }: { url: string }) {
  const t = useTranslations('notifications')
  return <CopyButton text={url} label={t('copyAddress')} />
}
