'use client'
import { Pause as PauseIcon, Play, Send } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { useLiveConnection } from '@/components/frame/use-live-updates'
import { useMay } from '@/components/frame/use-may'
import { ExportButton, exportedRows, useExportDialog } from '@/components/list/export-button'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link'
import { MoreMenu } from '@/components/ui/overlays/lazy-menu'
import { Badge } from '@/components/ui/text/badge'
import { CopyButton } from '@/components/ui/text/copy-button'
import type { ShopDetail } from '@/lib/core/shop'
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
  // The sandbox already knows the address.
  const address = shop.mode !== 'sandbox' && list.total > 0 ? shop.notification_url : undefined
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

export function LiveBadge({ isPaused }: Pick<Pause, 'isPaused'>) {
  const t = useTranslations('notifications.live')
  const isConnected = useLiveConnection()
  if (isPaused) return <Badge tone="warn">{t('paused')}</Badge>
  if (isConnected === null) return null
  return (
    <Badge tone={isConnected ? 'ok' : 'warn'} hasDot>
      {t(isConnected ? 'live' : 'notLive')}
    </Badge>
  )
}

function PauseButton({ pause: { isPaused, pause, resume } }: { pause: Pause }) {
  const t = useTranslations('notifications.live')
  const Icon = isPaused ? Play : PauseIcon
  return (
    <Button icon={<Icon aria-hidden size={15} />} onPress={isPaused ? resume : pause}>
      {t(isPaused ? 'resume' : 'pause')}
    </Button>
  )
}

/** Counts the notifications that arrived during a pause, and offers to show them. */
export function ArrivedDuringPause({ pause: { isPaused, meanwhile, showNew } }: { pause: Pause }) {
  const t = useTranslations('notifications.live')
  const { count, isMore } = meanwhile
  return (
    <div role="status">
      {isPaused && count > 0 && (
        <div className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-info-weak px-3 py-2 text-md text-info">
          <span>{t(isMore ? 'meanwhileMore' : 'meanwhile', { count })}</span>
          <Button size="sm" onPress={showNew}>
            {t('show')}
          </Button>
        </div>
      )}
    </div>
  )
}
