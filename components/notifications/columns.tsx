'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '@/components/data-table/columns'
import { RelativeTime } from '@/components/time/relative-time'
import type { NotificationItem } from '@/lib/contracts/notification'
import { useMoney } from '@/components/money/use-money'
import { StatusBadge } from '@/components/payment-status/status-badge'

export function useNotificationColumns() {
  const t = useTranslations('notifications')
  const { amountText } = useMoney()
  return useMemo<Column<NotificationItem>[]>(
    () => [
      {
        id: 'status',
        header: t('status'),
        cell: (notification) => <StatusBadge notification={notification} />,
      },
      {
        id: 'type',
        header: t('type'),
        cell: (notification) => notification.type ?? '–',
      },
      {
        id: 'amount',
        header: t('amount'),
        align: 'end',
        cell: (notification) => amountText(notification) ?? '–',
      },
      {
        id: 'tracking_id',
        header: t('trackingId'),
        className: 'max-w-[160px] truncate',
        cell: (notification) => <span className="font-mono text-xs">{notification.tracking_id ?? '–'}</span>,
      },
      {
        id: 'description',
        header: t('description'),
        isPrimary: true,
        className: 'max-w-[280px] truncate',
        cell: (notification) =>
          notification.description ?? notification.uid ?? t(`kinds.${notification.kind}`),
      },
      {
        id: 'received_at',
        header: t('received'),
        className: 'text-muted tabular-nums',
        firstSort: 'desc',
        cell: (notification) => <RelativeTime at={notification.received_at} isPlain />,
      },
    ],
    [t, amountText],
  )
}
