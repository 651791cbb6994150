import { cardTokenDetail } from '@/lib/card-tokens/schema'
import { cardTokenDetail as read } from '@/lib/card-tokens/server/detail'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'card_tokens.read',
  response: cardTokenDetail,
  run: (context, { params }) => read(context, params.id),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
