import { notificationDetail } from '@/lib/notifications/schema'
import { replayNotification } from '@/lib/notifications/server/replay'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'notifications.replay',
  response: notificationDetail,
  run: (context, { params }) => replayNotification(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
