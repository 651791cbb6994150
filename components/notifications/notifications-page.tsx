'use client'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { parseAsString, useQueryState } from 'nuqs'
import { useTranslations } from 'use-intl'
import { QueryList } from '@/components/data-table/query-list'
import { useListState } from '@/components/data-table/use-list-state'
import { PageHeader } from '@/components/frame/page-header'
import { useLiveConnection } from '@/components/frame/use-live-updates'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import type { ShopDetail } from '@/lib/contracts/shop'
import { notificationListOptions, notificationListParams } from '@/lib/queries/notifications'
import { searchOf } from '@/lib/queries/search-params'
import { useNotificationColumns } from './columns'
import { NotificationCard } from './notification-card'

/** Loaded when one is opened: a list alone needs neither the tree nor the tabs. */
const DetailPanel = dynamic(() => import('./detail-panel'))

/** What the gateway has told this shop, newest first, arriving by itself; one may be open beside the list. */
export function NotificationsPage({ shop }: { shop: ShopDetail }) {
  const t = useTranslations('notifications')
  const list = useListState(notificationListParams)
  const [open, setOpen] = useQueryState('open', parseAsString.withOptions({ history: 'push' }))
  const query = useQuery(notificationListOptions(shop.id, list.filters))
  const columns = useNotificationColumns()
  const page = query.data
  const rows = page?.items ?? []
  const at = rows.findIndex(({ id }) => id === open)
  const hrefOf = (id: string) => {
    const search = searchOf({ ...list.filters, from: list.from > 1 ? list.from : undefined, open: id })
    return `/shops/${shop.id}/notifications${search}` as Route
  }

  return (
    <div className={open ? 'lg:grid lg:grid-cols-[minmax(0,1fr)_480px] lg:gap-6' : undefined}>
      <div className="min-w-0">
        <PageHeader
          title={t('title')}
          badges={<LiveBadge />}
          actions={shop.mode === 'live' && rows.length > 0 && <CopyAddress url={shop.notification_url} />}
          meta={page ? <span>{t('total', { total: page.total })}</span> : undefined}
        />
        <QueryList
          label={t('title')}
          list={list}
          query={query}
          searchPlaceholder={t('searchPlaceholder')}
          failedTitle={t('failedTitle')}
          columns={columns}
          rowId={({ id }) => id}
          rowHref={({ id }) => hrefOf(id)}
          openRowId={open}
          empty={<NothingYet shop={shop} />}
          renderCard={(row) => <NotificationCard notification={row} href={hrefOf(row.id)} />}
        />
      </div>
      {open && (
        <DetailPanel
          shop={shop.id}
          id={open}
          onClose={() => {
            void setOpen(null)
            focusRow(open)
          }}
          onNewer={at > 0 ? () => void setOpen(rows[at - 1]?.id ?? null) : undefined}
          onOlder={at >= 0 && at < rows.length - 1 ? () => void setOpen(rows[at + 1]?.id ?? null) : undefined}
        />
      )}
    </div>
  )
}

/** Closing gives the focus back to the row it came from; of table and cards, only one is on screen. */
function focusRow(id: string): void {
  const links = document.querySelectorAll<HTMLElement>(`[data-row-link][href*="open=${CSS.escape(id)}"]`)
  for (const link of links) if (link.offsetParent !== null) link.focus()
}

/** Says whether the list is kept up to date by itself. */
function LiveBadge() {
  const t = useTranslations('notifications')
  const connected = useLiveConnection()
  if (connected === null) return null
  return (
    <Badge tone={connected ? 'ok' : 'warn'} dot>
      {t(connected ? 'live' : 'notLive')}
    </Badge>
  )
}

/** The first step differs: the sandbox needs a payment, a live shop has to tell its provider where to send. */
function NothingYet({ shop }: { shop: ShopDetail }) {
  const t = useTranslations('notifications')
  if (shop.mode === 'sandbox') {
    return (
      <EmptyState
        icon={<Bell size={19} />}
        title={t('emptyTitle')}
        action={<LinkButton href={`/shops/${shop.id}/products` as Route}>{t('openProducts')}</LinkButton>}
      >
        {t('emptySandbox')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Bell size={19} />}
      title={t('emptyTitle')}
      action={<CopyAddress url={shop.notification_url} />}
    >
      {t('emptyText')}
      <code className="mt-2 block font-mono text-xs break-all text-text">{shop.notification_url}</code>
    </EmptyState>
  )
}

/** What the provider has to be told. */
function CopyAddress({ url }: { url: string }) {
  const t = useTranslations('notifications')
  const common = useTranslations('common')
  return (
    <CopyButton
      text={url}
      label={t('copyAddress')}
      copiedLabel={common('copied')}
      failedLabel={common('copyFailed')}
    />
  )
}
