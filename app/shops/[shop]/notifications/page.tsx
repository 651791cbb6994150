import { NotificationsPage } from '@/components/notifications/notifications-page'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { readFromReplica } from '@/lib/core/server/read-replica'
import {
  type NotificationFilters,
  notificationListOptions,
  notificationListParams,
  quarantineOptions,
} from '@/lib/notifications/client'
import { notificationListQuery } from '@/lib/notifications/schema'
import { listNotifications } from '@/lib/notifications/server/reading/list'
import { describeShop } from '@/lib/shops/server/describe'
import { answer, listAnswer, Prefetched } from '@/lib/pages/prefetched'

export const generateMetadata = titled('notifications', (t) => t('title'))

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/notifications'>) {
  const context = await pageContext((await params).shop, 'notifications.read')
  const read = (asked: NotificationFilters) =>
    readFromReplica(context, (from) => listNotifications(from, notificationListQuery.parse(asked)))
  const list = listAnswer(context, {
    path: 'notifications',
    searchParams,
    params: notificationListParams,
    query: notificationListOptions,
    read,
  })
  const quarantine = answer(quarantineOptions(context.shop.id), () =>
    read({ authenticity: ['unverified'], limit: 1 }),
  )
  return (
    <Prefetched answers={[list, quarantine]}>
      <NotificationsPage shop={describeShop(context)} />
    </Prefetched>
  )
}

export default withWords(Page, 'shops/[shop]/notifications/page')
