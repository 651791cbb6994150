'use client'
import { Bell } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { Marked } from '@/components/data-table/marked'
import { defineList } from '@/components/list/define-list'
import type { ColumnContext, FilterContext, ListColumns } from '@/components/list/define-list'
import { defineExport } from '@/components/list/export-button'
import { multiFilter, optionsOf, type OwnFilters, removableFilter } from '@/components/list/filters/filters'
import { useAmountFilter } from '@/components/list/filters/use-amount-filter'
import { useCurrencyFilter } from '@/components/list/filters/fetched-filters'
import { useDayFilter } from '@/components/list/filters/use-day-filter'
import { useList, useListQuery } from '@/components/list/use-list'
import { useMoney } from '@/components/money/use-money'
import { StatusBadge } from '@/components/payment-status/status-badge'
import { visibleText } from '@/components/ui/text/visible-text'
import { cardText } from '@/lib/core/format/card'
import type { Mark } from '@/lib/core/lists/list'
import { notificationListOptions, notificationListParams } from '@/lib/notifications/client'
import { authenticityGrades, notificationKinds } from '@/lib/notifications/filters'
import type { NotificationItem } from '@/lib/notifications/schema'
import { choicesOf, knownStatuses, knownTypes } from './known'
import { NotificationName, Received } from './cells'

export const notificationExport = defineExport({
  of: 'notifications',
  permission: 'notifications.export',
  isPersonal: true,
  columns: async () => ({ all: (await import('@/lib/notifications/export')).notificationExportColumns }),
})

const notificationList = defineList({
  of: 'notifications',
  path: 'notifications',
  icon: Bell,
  params: notificationListParams,
  query: notificationListOptions,
  usual: ['status', 'type', 'amount', 'tracking_id', 'received_at'],
})

export function useNotificationList(shop: string) {
  const list = useListQuery(notificationList, shop)
  return useList(list, useColumns(list), useFilters(list))
}
export type NotificationList = ReturnType<typeof useNotificationList>

type Columns = ListColumns<'notifications', NotificationItem>

const code = 'font-mono text-xs'

/**
 * Classes that drop columns when the open panel narrows the list (its container is “inbox”, on wide screens only). Optional
 * columns go first. The description shrinks to the remaining width.
 */
const responsiveClasses = {
  last: '@max-[470px]/inbox:hidden',
  sooner: '@max-[570px]/inbox:hidden',
  first: '@max-[720px]/inbox:hidden',
  shrinks: '@max-[720px]/inbox:w-full @max-[720px]/inbox:max-w-0 @max-[720px]/inbox:min-w-28',
}

function useColumns({ isShown }: ColumnContext): Columns {
  const t = useTranslations('notifications')
  const { amountText } = useMoney()
  return useMemo(
    () => [
      ...statusColumns,
      {
        id: 'amount',
        align: 'end',
        exported: ['price', 'currency'],
        cell: (notification) => amountText(notification) ?? '–',
      },
      trackingColumn,
      {
        id: 'description',
        isPrimary: true,
        className: `max-w-[240px] ${responsiveClasses.shrinks}`,
        skeleton: 'my-[11px] h-3.5 w-40',
        exported: ['uid', 'description'],
        cell: (notification) => <NotificationName notification={notification} isShown={isShown} />,
      },
      ...senderColumns,
      {
        id: 'authenticity',
        className: `text-muted ${responsiveClasses.first}`,
        cell: ({ authenticity }) => t(`grades.${authenticity}`),
      },
      ...lastColumns,
    ],
    [t, amountText, isShown],
  )
}

/** Renders untrusted text on one line. */
const untrustedText = (text: string | null, marks?: readonly Mark[], className?: string) =>
  text === null ? (
    '–'
  ) : (
    <bdi className={className}>
      <Marked text={text} marks={marks} show={visibleText} />
    </bdi>
  )

const statusColumns: Columns = [
  {
    id: 'status',
    exported: ['kind', 'status', 'test'],
    cell: (notification) => <StatusBadge notification={notification} />,
  },
  {
    id: 'type',
    className: `max-w-[130px] truncate ${responsiveClasses.last}`,
    cell: ({ type, marks }) => untrustedText(type, marks?.type),
  },
]

const trackingColumn: Columns[number] = {
  id: 'tracking_id',
  className: `max-w-[140px] truncate @max-[720px]/inbox:max-w-[100px] ${responsiveClasses.sooner}`,
  cell: ({ tracking_id: trackingId, marks }) => untrustedText(trackingId, marks?.tracking_id, code),
}

const senderColumns: Columns = [
  {
    id: 'uid',
    className: `max-w-[160px] truncate ${responsiveClasses.first}`,
    cell: ({ uid, marks }) => untrustedText(uid, marks?.uid, code),
  },
  {
    id: 'email',
    className: `max-w-[180px] truncate ${responsiveClasses.first}`,
    cell: ({ email, marks }) => untrustedText(email, marks?.email),
  },
  {
    id: 'card',
    className: responsiveClasses.first,
    exported: ['card_brand', 'card_last_4'],
    cell: ({ card_brand: brand, card_last_4: last4 }) => (last4 === null ? '–' : cardText(brand, last4)),
  },
]

const lastColumns: Columns = [
  {
    id: 'delivery_count',
    align: 'end',
    className: responsiveClasses.first,
    cell: ({ delivery_count: count }) => count,
  },
  { id: 'received_at', firstSort: 'desc', cell: ({ received_at: at }) => <Received at={at} /> },
]

type Context = FilterContext<typeof notificationListParams.filters, NotificationItem>

function useFilters(list: Context): OwnFilters {
  const t = useTranslations('notifications')
  return {
    received: useDayFilter(list, {
      name: 'received',
      label: t('columns.received_at'),
      title: t('filters.receivedTitle'),
    }),
    amount: useAmountFilter(list),
    status: gatewayFilter(list, 'status', t('columns.status'), knownStatuses),
    type: gatewayFilter(list, 'type', t('columns.type'), knownTypes),
    authenticity: multiFilter(list, 'authenticity', {
      label: t('columns.authenticity'),
      options: optionsOf(authenticityGrades.toReversed(), (grade) => t(`grades.${grade}`)),
    }),
    kind: multiFilter(list, 'kind', {
      label: t('filters.kind'),
      options: optionsOf(notificationKinds, (kind) => t(`kinds.${kind}`)),
    }),
    currency: useCurrencyFilter(list),
    ...Object.fromEntries(
      (['uid', 'product_id', 'checkout_id', 'customer_id'] as const).map((id) => [
        id,
        removableFilter(list, id, { label: t(`filters.${id}`) }),
      ]),
    ),
  }
}

/** Filters by a value of the gateway, which may be any text. */
function gatewayFilter(list: Context, id: 'status' | 'type', label: string, known: readonly string[]) {
  const received = list.rows.map((row) => row[id])
  const choices = choicesOf(known, list.narrowed[id], received)
  return multiFilter(list, id, { label, options: optionsOf(choices, (value) => value) })
}
