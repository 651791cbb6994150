import { revealedNotification } from '@/lib/contracts/notification'
import { revealNotification } from '@/lib/server/notifications/reveal'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'personal_data.reveal',
  response: revealedNotification,
  run: (context, { params }) => revealNotification(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
