'use client'
import type { Route } from 'next'
import { useMoney } from '@/components/money/use-money'
import { StatusBadge } from '@/components/payment-status/status-badge'
import type { NotificationDetail } from '@/lib/notifications/schema'
import type { ShopDetail } from '@/lib/core/shop'
import { PayloadSection } from '../payload/payload-section'
import { Authenticity } from './authenticity'
import { Changed } from './changed'
import { Deliveries, PreviousDifference, Timeline } from './history'
import { Summary } from './summary-section'

export interface DetailProps {
  shop: ShopDetail
  notification: NotificationDetail
  /** Where another one of the same transaction is shown. */
  hrefOf: (id: string) => Route
}

/** What it is, on a line. */
export function DetailHeading({ notification }: Pick<DetailProps, 'notification'>) {
  const { amountText } = useMoney()
  return (
    <>
      <StatusBadge notification={notification} />
      <h2 className="font-semibold tabular-nums">{amountText(notification)}</h2>
      {notification.type && (
        <span dir="auto" className="min-w-0 truncate text-muted">
          <bdi>{notification.type}</bdi>
        </span>
      )}
    </>
  )
}

/** All of a notification, one part under another. */
export function DetailBody({ shop, notification, hrefOf }: DetailProps) {
  return (
    <div className="divide-y">
      <Summary notification={notification} hrefOf={hrefOf} />
      <Changed shop={shop.id} notification={notification} />
      <Authenticity notification={notification} />
      <PayloadSection key={notification.id} notification={notification} />
      <PreviousDifference notification={notification} hrefOf={hrefOf} />
      <Timeline notification={notification} hrefOf={hrefOf} />
      <Deliveries shop={shop.id} notification={notification} />
    </div>
  )
}
