import { notificationDetail } from '@/lib/contracts/notification'
import { replayNotification } from '@/lib/server/notifications/replay'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'notifications.replay',
  response: notificationDetail,
  run: (context, { params }) => replayNotification(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
