'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '@/components/data-table/columns'
import { useMoney } from '@/components/money/use-money'
import { StatusBadge } from '@/components/payment-status/status-badge'
import { Badge } from '@/components/ui/badge'
import { visibleText } from '@/components/ui/visible-text'
import type { NotificationItem } from '@/lib/contracts/notification'
import { cardText } from '@/lib/format/card'
import { useColumnNames } from './column-names'
import { Received } from './received'
import type { ColumnId } from './use-notification-list'

/** The columns of the list that are `shown`, and what it is about. */
export function useNotificationColumns(shown: readonly ColumnId[]): Column<NotificationItem>[] {
  const t = useTranslations('notifications')
  const names = useColumnNames()
  const { amountText } = useMoney()
  return useMemo(() => {
    const all = [
      ...saidColumns({ names, amountText }),
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
type Words = { names: Names; amountText: ReturnType<typeof useMoney>['amountText'] }
type Columns = Column<NotificationItem>[]

/** Foreign text, on one line. */
const said = (text: string | null, className?: string) =>
  text === null ? '–' : <bdi className={className}>{visibleText(text)}</bdi>
const code = 'font-mono text-xs'

const saidColumns = ({ names, amountText }: Words): Columns => [
  {
    id: 'status',
    header: names.status,
    cell: (notification) => <StatusBadge notification={notification} />,
  },
  {
    id: 'type',
    header: names.type,
    className: 'max-w-[130px] truncate',
    cell: ({ type }) => said(type),
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
    className: 'max-w-[140px] truncate',
    cell: ({ tracking_id: trackingId }) => said(trackingId, code),
  },
  {
    id: 'description',
    header: names.description,
    isPrimary: true,
    className: 'max-w-[240px]',
    skeleton: 'my-[11px] h-3.5 w-40',
    cell: (notification) => <NotificationName notification={notification} />,
  },
]

const aboutColumns = (names: Names, grade: (of: NotificationItem['authenticity']) => string): Columns => [
  {
    id: 'uid',
    header: names.uid,
    className: 'max-w-[160px] truncate',
    cell: ({ uid }) => said(uid, code),
  },
  {
    id: 'email',
    header: names.email,
    className: 'max-w-[180px] truncate',
    cell: ({ email }) => said(email),
  },
  {
    id: 'card',
    header: names.card,
    cell: ({ card_brand: brand, card_last_4: last4 }) => (last4 === null ? '–' : cardText(brand, last4)),
  },
  {
    id: 'authenticity',
    header: names.authenticity,
    className: 'text-muted',
    cell: ({ authenticity }) => grade(authenticity),
  },
  {
    id: 'delivery_count',
    header: names.delivery_count,
    align: 'end',
    cell: ({ delivery_count: count }) => count,
  },
]

/** What it is about, in its own words, else what it is; and what is wrong with it. */
export function NotificationName({ notification }: { notification: NotificationItem }) {
  const t = useTranslations('notifications')
  const { description, uid, kind, has_card_number: hasCardNumber } = notification
  return (
    <span className="flex min-w-0 items-center gap-2">
      <bdi className="truncate">{visibleText(description ?? uid ?? t(`kinds.${kind}`))}</bdi>
      {hasCardNumber && <Badge tone="bad">{t('cardNumber')}</Badge>}
    </span>
  )
}
