import { notificationDetail } from '@/lib/notifications/schema'
import { readNotificationDetail } from '@/lib/notifications/server/read'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'notifications.read',
  response: notificationDetail,
  run: (context, { params }) => readNotificationDetail(context, params.id),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
