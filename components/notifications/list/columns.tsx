'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '@/components/data-table/columns'
import { useMoney } from '@/components/money/use-money'
import { Marked } from '@/components/data-table/marked'
import { StatusBadge } from '@/components/payment-status/status-badge'
import { visibleText } from '@/components/ui/visible-text'
import type { Mark } from '@/lib/core/list'
import type { NotificationItem } from '@/lib/notifications/schema'
import { cardText } from '@/lib/core/format/card'
import { useColumnNames } from './column-names'
import { NotificationName } from './notification-name'
import { Received } from './received'
import type { ColumnId } from './use-notification-list'

/** Returns the description column and the `shown` columns. */
export function useNotificationColumns(shown: readonly ColumnId[]): Column<NotificationItem>[] {
  const t = useTranslations('notifications')
  const names = useColumnNames()
  const { amountText } = useMoney()
  return useMemo(() => {
    const all = [
      ...saidColumns({ names, amountText, shown }),
      ...aboutColumns(names, (grade) => t(`grades.${grade}`)),
      {
        id: 'received_at',
        header: names.received_at,
        firstSort: 'desc' as const,
        cell: ({ received_at: at }: NotificationItem) => <Received at={at} />,
      },
    ]
    return all.filter(({ id }) => id === 'description' || shown.some((one) => one === id))
  }, [t, names, amountText, shown])
}

type Names = ReturnType<typeof useColumnNames>
type Words = {
  names: Names
  amountText: ReturnType<typeof useMoney>['amountText']
  shown: readonly ColumnId[]
}
type Columns = Column<NotificationItem>[]

/** Renders untrusted text on one line. */
const untrustedText = (text: string | null, marks?: readonly Mark[], className?: string) =>
  text === null ? (
    '–'
  ) : (
    <bdi className={className}>
      <Marked text={text} marks={marks} show={visibleText} />
    </bdi>
  )
const code = 'font-mono text-xs'

/**
 * Classes that drop columns when the open panel narrows the list (its container is “inbox”, on wide screens
 * only).
 * Optional columns go first. The description shrinks to the remaining width.
 */
const responsiveClasses = {
  last: '@max-[470px]/inbox:hidden',
  sooner: '@max-[570px]/inbox:hidden',
  first: '@max-[720px]/inbox:hidden',
  shrinks: '@max-[720px]/inbox:w-full @max-[720px]/inbox:max-w-0 @max-[720px]/inbox:min-w-28',
}

const saidColumns = ({ names, amountText, shown }: Words): Columns => [
  {
    id: 'status',
    header: names.status,
    cell: (notification) => <StatusBadge notification={notification} />,
  },
  {
    id: 'type',
    header: names.type,
    className: `max-w-[130px] truncate ${responsiveClasses.last}`,
    cell: ({ type, marks }) => untrustedText(type, marks?.type),
  },
  {
    id: 'amount',
    header: names.amount,
    align: 'end',
    cell: (notification) => amountText(notification) ?? '–',
  },
  {
    id: 'tracking_id',
    header: names.tracking_id,
    className: `max-w-[140px] truncate @max-[720px]/inbox:max-w-[100px] ${responsiveClasses.sooner}`,
    cell: ({ tracking_id: trackingId, marks }) => untrustedText(trackingId, marks?.tracking_id, code),
  },
  {
    id: 'description',
    header: names.description,
    isPrimary: true,
    className: `max-w-[240px] ${responsiveClasses.shrinks}`,
    skeleton: 'my-[11px] h-3.5 w-40',
    cell: (notification) => <NotificationName notification={notification} shown={shown} />,
  },
]

const aboutColumns = (names: Names, grade: (of: NotificationItem['authenticity']) => string): Columns => [
  {
    id: 'uid',
    header: names.uid,
    className: `max-w-[160px] truncate ${responsiveClasses.first}`,
    cell: ({ uid, marks }) => untrustedText(uid, marks?.uid, code),
  },
  {
    id: 'email',
    header: names.email,
    className: `max-w-[180px] truncate ${responsiveClasses.first}`,
    cell: ({ email, marks }) => untrustedText(email, marks?.email),
  },
  {
    id: 'card',
    header: names.card,
    className: responsiveClasses.first,
    cell: ({ card_brand: brand, card_last_4: last4 }) => (last4 === null ? '–' : cardText(brand, last4)),
  },
  {
    id: 'authenticity',
    header: names.authenticity,
    className: `text-muted ${responsiveClasses.first}`,
    cell: ({ authenticity }) => grade(authenticity),
  },
  {
    id: 'delivery_count',
    header: names.delivery_count,
    align: 'end',
    className: responsiveClasses.first,
    cell: ({ delivery_count: count }) => count,
  },
]
