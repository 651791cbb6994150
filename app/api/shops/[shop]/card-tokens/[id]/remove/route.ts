import { cardTokenDetail } from '@/lib/contracts/card-token'
import { removeCardToken } from '@/lib/server/card-tokens/remove'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'card_tokens.create',
  response: cardTokenDetail,
  run: (context, { params }) => removeCardToken(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
