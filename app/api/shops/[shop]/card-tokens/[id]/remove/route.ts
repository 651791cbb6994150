import { cardTokenDetail } from '@/lib/card-tokens/schema'
import { removeCardToken } from '@/lib/card-tokens/server/remove'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'card_tokens.create',
  response: cardTokenDetail,
  run: (context, { params }) => removeCardToken(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
