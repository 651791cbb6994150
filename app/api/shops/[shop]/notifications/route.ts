import { notificationListQuery, notificationPage } from '@/lib/contracts/notification'
import { listNotifications } from '@/lib/server/notifications/list'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'notifications.read',
  query: notificationListQuery,
  response: notificationPage,
  run: (context, { query }) => listNotifications(context, query),
})
