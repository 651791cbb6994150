'use client'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { useMoney } from '@/components/money/use-money'
import { RelativeTime } from '@/components/time/relative-time'
import { StatusBadge } from '@/components/payment-status/status-badge'
import { Badge } from '@/components/ui/badge'
import { Card, Section } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import type { NotificationItem } from '@/lib/contracts/notification'
import { notificationListOptions } from '@/lib/queries/notifications'
import { Link } from '../ui/link'
import { productPaymentFilters } from './payment-filters'

/** What notifications with evidence say was paid for this product, newest first; arrives by itself. */
export function ProductPayments({ shop, id }: { shop: string; id: string }) {
  const t = useTranslations('products')
  const query = useQuery(notificationListOptions(shop, productPaymentFilters(id)))
  const rows = query.data?.items ?? []
  return (
    <Card>
      <Section title={t('payments')} sub={t('fromNotifications')}>
        {query.isPending && <Skeleton className="h-5 w-full" />}
        {query.isError && query.data === undefined && (
          <QueryError query={query} title={t('paymentsFailed')} />
        )}
        {query.data && rows.length === 0 && <p className="text-md text-muted">{t('noPayments')}</p>}
        <ul className="-mx-2 divide-y">
          {rows.map((row) => (
            <li key={row.id}>
              <Payment shop={shop} notification={row} />
            </li>
          ))}
        </ul>
      </Section>
    </Card>
  )
}

function Payment({ shop, notification }: { shop: string; notification: NotificationItem }) {
  const t = useTranslations('products')
  const { amountText } = useMoney()
  const { email, card_last_4: last4 } = notification
  return (
    <Link
      href={`/shops/${shop}/notifications?open=${notification.id}` as Route}
      className="grid grid-cols-[88px_minmax(70px,auto)_minmax(0,1fr)_auto_auto] items-center gap-3 rounded-sm px-2 py-2 text-md hover:bg-sunken/60 max-md:grid-cols-[auto_1fr_auto]"
    >
      <span className="flex flex-wrap gap-1">
        <StatusBadge notification={notification} />
        {notification.product_link === 'likely' && <Badge tone="neutral">{t('likely')}</Badge>}
      </span>
      <span className="text-right tabular-nums">{amountText(notification)}</span>
      <span className="truncate text-muted max-md:hidden">{email}</span>
      <span className="font-mono text-xs text-muted max-md:hidden">{last4 && `•••• ${last4}`}</span>
      <span className="flex items-center justify-end gap-2 text-muted">
        <RelativeTime at={notification.received_at} isPlain />
        <ChevronRight aria-hidden size={14} />
      </span>
    </Link>
  )
}
