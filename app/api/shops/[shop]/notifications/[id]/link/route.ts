import { notificationDetail, notificationLink } from '@/lib/contracts/notification'
import { linkByHand } from '@/lib/server/notifications/link'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const PUT = shopRoute({
  permission: 'notifications.link',
  body: notificationLink,
  response: notificationDetail,
  run: (context, { params, body }) => linkByHand(context, params.id, body),
})

export const { GET, POST, PATCH, DELETE, OPTIONS } = otherMethods('PUT')
