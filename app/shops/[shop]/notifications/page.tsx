import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { NotificationsPage } from '@/components/notifications/notifications-page'
import { getQueryClient } from '@/lib/core/client/client'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import {
  notificationListOptions,
  notificationListParams,
  quarantineOptions,
} from '@/lib/notifications/client'
import { notificationListQuery } from '@/lib/notifications/schema'
import { listNotifications } from '@/lib/notifications/server/list'
import { describeShop } from '@/lib/shops/server/describe'
import { loadFilters } from '../load-filters'
import { startOver } from '../start-over'

export const generateMetadata = (): Metadata => ({ title: getTranslator('notifications')('title') })

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/notifications'>) {
  const context = await pageContext((await params).shop, 'notifications.read')
  const filters = await loadFilters(searchParams, notificationListParams)
  const client = getQueryClient()
  const list = (asked: Parameters<typeof notificationListOptions>[1]) =>
    pageQuery(() => listNotifications(context, notificationListQuery.parse(asked)))
  await client
    .query({
      ...notificationListOptions(context.shop.id, filters),
      queryFn: () => list(filters),
    })
    .catch(startOver(`/shops/${context.shop.id}/notifications`))
  await client.query({
    ...quarantineOptions(context.shop.id),
    queryFn: () => list({ authenticity: ['unverified'], limit: 1 }),
  })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <NotificationsPage shop={describeShop(context)} />
    </HydrationBoundary>
  )
}

export default withWords(
  Page,
  'amounts',
  'customers',
  'days',
  'exports',
  'mirror',
  'notifications',
  'paymentState',
  'reach',
  'table',
  'time',
  'typedMoney',
)
