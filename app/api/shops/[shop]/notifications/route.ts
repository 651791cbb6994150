import { notificationListQuery, notificationPage } from '@/lib/contracts/notification'
import { listNotifications } from '@/lib/server/notifications/list'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'notifications.read',
  query: notificationListQuery,
  response: notificationPage,
  run: (context, { query }) => listNotifications(context, query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
