import { notificationDetail } from '@/lib/notifications/schema'
import { keepNotifiedCard } from '@/lib/notifications/server/keep-card'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'card_tokens.create',
  response: notificationDetail,
  run: (context, { params }) => keepNotifiedCard(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
