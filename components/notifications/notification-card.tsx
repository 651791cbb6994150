'use client'
import type { Route } from 'next'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { RelativeTime } from '@/components/time/relative-time'
import type { NotificationItem } from '@/lib/contracts/notification'
import { StatusBadge } from '@/components/payment-status/status-badge'

/** A notification on a phone. */
export function NotificationCard({ notification, href }: { notification: NotificationItem; href: Route }) {
  const t = useTranslations('notifications')
  const { amountText } = useMoney()
  return (
    <Link href={href} data-row-link="" className="block rounded-sm">
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-medium">
          {notification.description ?? notification.uid ?? t(`kinds.${notification.kind}`)}
        </span>
        <span className="font-semibold tabular-nums">{amountText(notification) ?? ''}</span>
      </span>
      <span className="mt-1 flex items-center justify-between gap-3 text-sm text-muted">
        <span>
          {notification.type && `${notification.type} · `}
          <RelativeTime at={notification.received_at} isPlain />
        </span>
        <StatusBadge notification={notification} />
      </span>
    </Link>
  )
}
