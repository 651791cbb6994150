import { revealedNotification } from '@/lib/notifications/schema'
import { revealNotification } from '@/lib/notifications/server/read'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'personal_data.reveal',
  response: revealedNotification,
  run: (context, { params }) => revealNotification(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
