import { notificationListQuery, notificationPage } from '@/lib/notifications/schema'
import { listNotifications } from '@/lib/notifications/server/list'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'notifications.read',
  query: notificationListQuery,
  response: notificationPage,
  run: (context, { query }) => listNotifications(context, query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
