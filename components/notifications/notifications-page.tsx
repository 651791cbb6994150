'use client'
import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { parseAsString, useQueryState } from 'nuqs'
import { type MouseEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryList } from '@/components/data-table/query-list'
import { useLayout } from '@/components/list-tools/layout'
import { ListTools } from '@/components/list-tools/list-tools'
import type { NotificationItem } from '@/lib/notifications/schema'
import { notificationSortColumns } from '@/lib/core/paging'
import type { ShopDetail } from '@/lib/core/shop'
import { queryString } from '@/lib/core/client/search-params'
import { useColumnNames } from './list/column-names'
import { useNotificationColumns } from './list/columns'
import { ListHeader } from './list/list-header'
import { ListNotices } from './list/list-notices'
import { NothingYet } from './list/nothing-yet'
import { QuickViews } from './list/quick-views'
import { useNotificationFilters } from './list/use-notification-filters'
import {
  notificationColumns,
  type NotificationListState,
  useNotificationList,
} from './list/use-notification-list'
import { usePause } from './list/use-pause'
import { NotificationCard } from './notification-card'

/** Loaded when a notification is opened: the list alone needs neither the tree nor the tabs. */
const DetailPanel = dynamic(() => import('./detail/detail-panel'))
// Without `loading`, a late chunk suspends the whole page.
const DaysDialog = dynamic(() => import('@/components/list-tools/days-dialog'), { loading: () => null })
const AmountDialog = dynamic(() => import('@/components/list-tools/amount-dialog'), { loading: () => null })

const idOf = ({ id }: NotificationItem) => id
const none: readonly NotificationItem[] = []

/** Lists the shop's notifications, newest first, with live updates. One may be open beside the list. */
export function NotificationsPage({ shop }: { shop: ShopDetail }) {
  const t = useTranslations('notifications')
  const { list, query } = useNotificationList(shop.id)
  const pause = usePause(shop.id, list, query)
  const page = pause.shown.data
  const rows = page?.items ?? none
  const [open, setOpen] = useQueryState('open', parseAsString.withOptions({ history: 'push' }))
  const names = useColumnNames()
  const layout = useLayout(notificationColumns)
  const columns = useNotificationColumns(layout.columns)
  const [choosing, setChoosing] = useState<'days' | 'amount' | null>(null)
  const filters = useNotificationFilters(shop.id, list, rows, {
    onChooseDays: () => setChoosing('days'),
    onChooseAmount: () => setChoosing('amount'),
  })
  const tools = (
    <ListTools
      of="notifications"
      shop={shop.id}
      list={list}
      layout={layout}
      names={names}
      sortColumns={notificationSortColumns}
    />
  )
  const base = `/shops/${shop.id}/notifications`
  const hrefOf = (id: string) => {
    const { filters: asked, from } = list
    return `${base}${queryString({ ...asked, from: from > 1 ? from : undefined, open: id })}` as Route
  }
  const at = rows.findIndex(({ id }) => id === open)
  const goTo = (row: NotificationItem | undefined) => row && (() => void setOpen(row.id))

  return (
    <div className={open ? 'xl:grid xl:grid-cols-[minmax(0,1fr)_480px] xl:gap-6' : undefined}>
      {/* A row opens in the panel without a page navigation, so the list stays as it is. */}
      <div
        className="min-w-0 lg:@container/inbox"
        onClickCapture={(event) => openInPanel(event, (id) => void setOpen(id))}
      >
        <ListHeader shop={shop} list={list} page={page} shown={layout.columns} pause={pause} />
        <QuickViews shop={shop.id} list={list}>
          {tools}
        </QuickViews>
        <QueryList
          label={t('title')}
          list={list}
          query={pause.shown}
          searchPlaceholder={t('searchPlaceholder')}
          failedTitle={t('failedTitle')}
          notices={<ListNotices q={list.q} page={page} pause={pause} />}
          columns={columns}
          rowId={idOf}
          rowHref={({ id }) => hrefOf(id)}
          openRowId={open}
          empty={<NothingYet shop={shop} />}
          renderCard={(row) => <NotificationCard notification={row} href={`${base}/${row.id}` as Route} />}
          filters={filters}
          density={layout.density}
          tools={<span className="flex items-center gap-1 md:hidden">{tools}</span>}
        />
      </div>
      {open && (
        <DetailPanel
          shop={shop}
          id={open}
          hrefOf={hrefOf}
          onClose={() => {
            void setOpen(null)
            focusRow(open)
          }}
          onNewer={goTo(at > 0 ? rows[at - 1] : undefined)}
          onOlder={goTo(at >= 0 ? rows[at + 1] : undefined)}
        />
      )}
      <Choosing what={choosing} list={list} currency={rows[0]?.currency} onClose={() => setChoosing(null)} />
    </div>
  )
}

/**
 * Opens a row on a plain click or Enter. Modified clicks, and clicks on controls in the row, keep their
 * default.
 */
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

/**
 * Returns focus to the row after its panel closes. Only the table or the cards are visible, so hidden links
 * are skipped.
 */
function focusRow(id: string): void {
  const links = document.querySelectorAll<HTMLElement>(`[data-row-link][href*="${CSS.escape(id)}"]`)
  for (const link of links) if (link.offsetParent !== null) link.focus()
}

interface ChoosingProps {
  what: 'days' | 'amount' | null
  list: NotificationListState
  /** The list's currency, used when no currency filter is set. */
  currency: string | null | undefined
  onClose: () => void
}

/** Renders the dialog for a custom range of days or amounts. */
function Choosing({ what, list: { narrowed, narrow }, currency: usual, onClose }: ChoosingProps) {
  const t = useTranslations('notifications.filters')
  const { received_from: from, received_to: to, amount_from: least, amount_to: most, currency } = narrowed
  if (what === 'days')
    return (
      <DaysDialog
        title={t('receivedTitle')}
        days={{ from: from ?? null, to: to ?? null }}
        onChoose={(days) => narrow({ received_from: days.from, received_to: days.to })}
        onClose={onClose}
      />
    )
  if (what === null) return null
  return (
    <AmountDialog
      range={{ from: least ?? null, to: most ?? null }}
      currency={currency?.[0] ?? usual ?? 'EUR'}
      onChoose={(range, chosen) => {
        const isOpen = range.from === null && range.to === null
        narrow({ amount_from: range.from, amount_to: range.to, ...(isOpen ? {} : { currency: [chosen] }) })
      }}
      onClose={onClose}
    />
  )
}
