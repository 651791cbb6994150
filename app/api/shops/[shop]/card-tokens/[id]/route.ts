import { cardTokenDetail } from '@/lib/contracts/card-token'
import { cardTokenDetail as read } from '@/lib/server/card-tokens/detail'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'card_tokens.read',
  response: cardTokenDetail,
  run: (context, { params }) => read(context, params.id),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
