import { notificationDetail } from '@/lib/contracts/notification'
import { keepNotifiedCard } from '@/lib/server/notifications/keep-card'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'card_tokens.create',
  response: notificationDetail,
  run: (context, { params }) => keepNotifiedCard(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
