'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { columnHelper } from '@/components/data-table/columns'
import { RelativeTime } from '@/components/time/relative-time'
import type { NotificationItem } from '@/lib/contracts/notification'
import { useMoney } from '@/components/money/use-money'
import { StatusBadge } from '@/components/payment-status/status-badge'

const column = columnHelper<NotificationItem>()

export function useNotificationColumns() {
  const t = useTranslations('notifications')
  const { amountText } = useMoney()
  return useMemo(
    () =>
      column.columns([
        column.accessor('status', {
          header: t('status'),
          cell: ({ row }) => <StatusBadge notification={row.original} />,
        }),
        column.accessor('type', {
          header: t('type'),
          cell: ({ row }) => row.original.type ?? '–',
        }),
        column.accessor('amount', {
          header: t('amount'),
          meta: { align: 'end' },
          cell: ({ row }) => amountText(row.original) ?? '–',
        }),
        column.accessor('tracking_id', {
          header: t('trackingId'),
          meta: { className: 'max-w-[160px] truncate' },
          cell: ({ row }) => <span className="font-mono text-xs">{row.original.tracking_id ?? '–'}</span>,
        }),
        column.accessor('description', {
          header: t('description'),
          meta: { isPrimary: true, className: 'max-w-[280px] truncate' },
          cell: ({ row }) => row.original.description ?? row.original.uid ?? t(`kinds.${row.original.kind}`),
        }),
        column.accessor('received_at', {
          header: t('received'),
          meta: { className: 'text-muted tabular-nums', firstSort: 'desc' },
          cell: ({ row }) => <RelativeTime at={row.original.received_at} isPlain />,
        }),
      ]),
    [t, amountText],
  )
}
