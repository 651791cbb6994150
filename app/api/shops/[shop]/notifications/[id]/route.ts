import { notificationDetail } from '@/lib/contracts/notification'
import { readNotificationDetail } from '@/lib/server/notifications/read'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'notifications.read',
  response: notificationDetail,
  run: (context, { params }) => readNotificationDetail(context, params.id),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
