'use client'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { PageHeader } from '@/components/frame/page-header'
import { useFocusOnArrival } from '@/components/frame/use-focus-on-arrival'
import { useMoney } from '@/components/money/use-money'
import { StatusBadge } from '@/components/payment-status/status-badge'
import { Card } from '@/components/ui/card'
import type { NotificationDetail } from '@/lib/notifications/schema'
import type { ShopDetail } from '@/lib/core/shop'
import { kindWord } from '@/lib/notifications/status'
import { truncate } from '@/lib/core/format/shortened'
import { notificationDetailOptions } from '@/lib/notifications/client'
import { PayloadSection } from '../payload/payload-section'
import { Actions } from './actions'
import { Authenticity } from './authenticity'
import { Changed } from './changed'
import { Deliveries, PreviousDifference, Timeline } from './history'
import { RevealSection, useReveal } from './reveal-section'
import { SectionLevel } from './section'
import { Summary } from './summary-section'

export function NotificationPage({ shop, id }: { shop: ShopDetail; id: string }) {
  const t = useTranslations('notifications')
  // Refetches on mount, because the page missed events before it subscribed.
  const query = useQuery({ ...notificationDetailOptions(shop.id, id), refetchOnMount: 'always' })
  const reveal = useReveal(shop.id, query.data)
  const notification = reveal.shown
  if (!notification) return query.isError ? <QueryError isPage query={query} title={t('failedOne')} /> : null
  const hrefOf = (other: string) => `/shops/${shop.id}/notifications/${other}` as Route
  return (
    <SectionLevel value={2}>
      <Header shop={shop} notification={notification} />
      <RefreshNotice query={query} />
      <div className="grid items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_400px]">
        <Card className="min-w-0 divide-y">
          <RevealSection reveal={reveal} />
          <Summary notification={notification} hrefOf={hrefOf} />
          <PayloadSection notification={notification} />
          <PreviousDifference notification={notification} hrefOf={hrefOf} />
        </Card>
        <Card className="min-w-0 divide-y">
          <Changed shop={shop.id} notification={notification} />
          <Authenticity notification={notification} />
          <Timeline notification={notification} hrefOf={hrefOf} />
          <Deliveries shop={shop.id} notification={notification} />
        </Card>
      </div>
    </SectionLevel>
  )
}

const longestCrumb = 40
/** A longer type would fill the page's heading. */
const longestType = 60

function Header({ shop, notification }: { shop: ShopDetail; notification: NotificationDetail }) {
  const t = useTranslations('notifications')
  const heading = useFocusOnArrival()
  const { amountText } = useMoney()
  const { uid, type } = notification
  const what = [amountText(notification), truncate(type ?? '', longestType)].filter(Boolean).join(' · ')
  const title = what || t(`kinds.${kindWord(notification)}`)
  return (
    <PageHeader
      title={title}
      titleRef={heading}
      crumbs={[
        { label: t('title'), href: `/shops/${shop.id}/notifications` as Route },
        { label: uid && uid.length <= longestCrumb ? uid : t('detail') },
      ]}
      crumbsLabel={t('crumbs')}
      badges={<StatusBadge notification={notification} />}
      actions={<Actions isOfPage shop={shop} notification={notification} />}
    />
  )
}
