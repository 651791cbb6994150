'use client'
import type { Route } from 'next'
import { useMoney } from '@/components/money/use-money'
import { StatusBadge } from '@/components/payment-status/status-badge'
import { RelativeTime } from '@/components/time/relative-time'
import { Marked } from '@/components/data-table/marked'
import { visibleText } from '@/components/ui/text/visible-text'
import type { NotificationItem } from '@/lib/notifications/schema'
import { Link } from '../ui/link'
import { NewMark, NotificationName } from './list/cells'

const isShown = (field: string) => field === 'tracking_id' || field === 'type'

export function NotificationCard({ notification, href }: { notification: NotificationItem; href: Route }) {
  const { amountText } = useMoney()
  const { type, received_at: at, tracking_id: trackingId, marks } = notification
  return (
    <Link href={href} data-row-link="" className="block rounded-sm">
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 font-medium">
          <NotificationName notification={notification} isShown={isShown} />
        </span>
        <span className="shrink-0 font-semibold tabular-nums">{amountText(notification)}</span>
      </span>
      {trackingId !== null && (
        <span dir="auto" className="block truncate font-mono text-xs text-muted">
          <bdi>
            <Marked text={trackingId} marks={marks?.tracking_id} show={visibleText} />
          </bdi>
        </span>
      )}
      <span className="mt-1 flex items-center justify-between gap-3 text-sm text-muted">
        <span className="min-w-0">
          {type !== null && (
            <>
              <bdi className="inline-block max-w-[130px] truncate align-bottom">
                <Marked text={type} marks={marks?.type} show={visibleText} />
              </bdi>
              {' · '}
            </>
          )}
          <RelativeTime at={at} isPlain />
          <NewMark at={new Date(at)} />
        </span>
        <StatusBadge notification={notification} />
      </span>
    </Link>
  )
}
