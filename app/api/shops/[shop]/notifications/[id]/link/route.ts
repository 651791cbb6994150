import { notificationDetail, notificationLink } from '@/lib/notifications/schema'
import { linkByHand } from '@/lib/notifications/server/link'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const PUT = shopRoute({
  permission: 'notifications.link',
  body: notificationLink,
  response: notificationDetail,
  run: (context, { params, body }) => linkByHand(context, params.id, body),
})

export const { GET, POST, PATCH, DELETE, OPTIONS } = otherMethods('PUT')
