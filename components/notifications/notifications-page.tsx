'use client'
import { Bell } from 'lucide-react'
import type { Route } from 'next'
import { useSearchParams } from 'next/navigation'
import { parseAsString, useQueryState } from 'nuqs'
import { type MouseEvent, useEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ListBody } from '@/components/list/list-page'
import { ListHeader } from '@/components/list/list-header'
import { ListTools } from '@/components/list/list-tools'
import { SimilarOnlyNotice } from '@/components/mirror/notices'
import { useIsHydrated } from '@/components/ui/hydrated'
import { UnreachableNote } from '@/components/reach/unreachable-note'
import { dynamic } from '@/components/ui/dynamic'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton, Link } from '@/components/ui/link'
import type { ShopDetail } from '@/lib/core/shop'
import type { NotificationItem, NotificationPage } from '@/lib/notifications/schema'
import { ArrivedDuringPause, CopyAddress, ListActions, LiveBadge } from './list/list-actions'
import { useNotificationList, type NotificationList } from './list/notification-list'
import { type Pause, usePause } from './list/use-pause'
import { NotificationCard } from './list/cells'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '@/components/ui/text/badge'
import { cx } from '@/components/ui/cx'
import { quarantineOptions } from '@/lib/notifications/client'

/** Loaded when a notification is opened: the list alone needs neither the tree nor the tabs. */
const DetailPanel = dynamic(lazyWithMessages(() => import('./detail/detail-panel')))

const none: readonly NotificationItem[] = []

/** Lists the shop's notifications, newest first, with live updates. One may be open beside the list. */
export function NotificationsPage({ shop }: { shop: ShopDetail }) {
  const received = useNotificationList(shop.id)
  const pause = usePause(received)
  const { page } = pause
  const rows = page?.items ?? none
  const list = { ...received, page, rows, total: page?.total ?? 0, isTotalExact: page?.total_exact ?? true }
  const { state } = list
  const [open, setOpen] = useQueryState('open', parseAsString.withOptions({ history: 'push' }))
  useReturnToRow(open)
  const isHydrated = useIsHydrated()
  const base = `/shops/${shop.id}/notifications`
  const search = useSearchParams().toString()
  const hrefOf = (id: string) => `${base}?${withOpened(search, id)}` as Route
  const at = rows.findIndex(({ id }) => id === open)
  const goTo = (row: NotificationItem | undefined) => row && (() => void setOpen(row.id))

  return (
    <div className={open ? 'xl:grid xl:grid-cols-[minmax(0,1fr)_480px] xl:gap-6' : undefined}>
      {/* A row opens in the panel without a page navigation, so the list stays as it is. */}
      <div
        className="min-w-0 lg:@container/inbox"
        onClickCapture={(event) => openInPanel(event, (id) => void setOpen(id))}
      >
        <ListHeader
          list={list}
          badges={<LiveBadge isPaused={pause.isPaused} />}
          actions={<ListActions shop={shop} list={list} pause={pause} />}
        />
        <QuickViews shop={shop.id} narrowed={state.narrowed}>
          <ListTools list={list} />
        </QuickViews>
        <ListBody
          list={list}
          notices={<ListNotices q={state.q} page={page} pause={pause} />}
          hrefOf={({ id }) => hrefOf(id)}
          openRowId={open}
          empty={<NothingYet shop={shop} />}
          renderCard={(row) => <NotificationCard notification={row} href={`${base}/${row.id}` as Route} />}
          tools={
            <span className="flex items-center gap-1 md:hidden">
              <ListTools list={list} />
            </span>
          }
        />
      </div>
      {open && isHydrated && (
        <DetailPanel
          shop={shop}
          id={open}
          hrefOf={hrefOf}
          onClose={() => void setOpen(null)}
          onNewer={goTo(at > 0 ? rows[at - 1] : undefined)}
          onOlder={goTo(at >= 0 ? rows[at + 1] : undefined)}
        />
      )}
    </div>
  )
}

/** Opens a row on a plain click or Enter. Modified clicks, and clicks on controls in the row, keep their default. */
function openInPanel(event: MouseEvent<HTMLElement>, open: (id: string) => void): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (!(event.target instanceof Element) || window.getSelection()?.toString()) return
  const link = event.target.closest('tr[data-row]')?.querySelector<HTMLAnchorElement>('a[data-row-link]')
  const control = event.target.closest('a, button, input, label')
  if (!link || (control !== null && control !== link)) return
  const id = new URL(link.href).searchParams.get('open')
  if (id === null) return
  event.preventDefault()
  open(id)
}

/** Focuses the row of the panel that was closed, also by Back. */
function useReturnToRow(open: string | null): void {
  const previous = useRef(open)
  useEffect(() => {
    const closed = previous.current
    previous.current = open
    if (closed !== null && open === null) focusRow(closed)
  }, [open])
}

/** Only the table or the cards are visible, so hidden links are skipped. */
function focusRow(id: string): void {
  const links = document.querySelectorAll<HTMLElement>(`[data-row-link][href*="${CSS.escape(id)}"]`)
  for (const link of links) if (link.offsetParent !== null) link.focus()
}

interface ListNoticesProps {
  q: string
  page: NotificationPage | undefined
  pause: Pause
}

/** Says how many arrived during a pause, whether rows are only similar to the query, and what was not searched. */
function ListNotices({ q, page, pause }: ListNoticesProps) {
  const t = useTranslations('notifications')
  return (
    <>
      <ArrivedDuringPause pause={pause} />
      {q && page?.alike && <SimilarOnlyNotice q={q} />}
      {q && page?.whole_words_only && <p className="mb-2.5 text-sm text-muted">{t('wholeWordsOnly')}</p>}
    </>
  )
}

/** Explains the first step: in the sandbox a payment, in a live shop giving the provider the notification address. */
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
      <UnreachableNote shop={shop} />
    </EmptyState>
  )
}

interface QuickViewsProps {
  shop: string
  narrowed: NotificationList['state']['narrowed']
  /** Shown at the end of the line on wide screens: columns and views. */
  children: ReactNode
}

/** Links to the common views: all, not linked, and quarantined with its count. */
function QuickViews({ shop, narrowed, children }: QuickViewsProps) {
  const t = useTranslations('notifications.views')
  const { data } = useQuery(quarantineOptions(shop))
  const base = `/shops/${shop}/notifications`
  const waiting = data?.total ?? 0
  // Other filters and the search do not change which view is marked.
  const here =
    narrowed.linked === false
      ? 'unlinked'
      : String(narrowed.authenticity) === 'unverified'
        ? 'quarantine'
        : 'all'
  const views = [
    { id: 'all', search: '' },
    { id: 'unlinked', search: '?linked=false' },
    { id: 'quarantine', search: '?authenticity=unverified' },
  ] as const
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-2">
      <nav aria-label={t('title')} className="flex flex-wrap gap-1">
        {views.map(({ id, search }) => (
          <Link
            key={id}
            href={`${base}${search}` as Route}
            aria-current={here === id ? 'page' : undefined}
            className={cx(
              'inline-flex min-h-7 items-center gap-1.5 rounded-sm px-2.5 text-md font-medium text-muted',
              'hover:bg-sunken hover:text-text aria-[current=page]:bg-accent-weak aria-[current=page]:text-accent',
            )}
          >
            {t(id)}
            {id === 'quarantine' && waiting > 0 && (
              <Badge tone="warn">
                {t(data?.total_exact === false ? 'waitingAbout' : 'waiting', { count: waiting })}
              </Badge>
            )}
          </Link>
        ))}
      </nav>
      <div className="ms-auto flex items-center gap-1 max-md:hidden">{children}</div>
    </div>
  )
}

/** Returns the search of the list's address, with its columns and density, and with a notification open beside it. */
export function withOpened(search: string, id: string): string {
  const params = new URLSearchParams(search)
  // Appended, so that the address of a row is the same whichever row is open.
  params.delete('open')
  params.append('open', id)
  return params.toString()
}
