import { revealedCardToken } from '@/lib/card-tokens/schema'
import { revealCardToken } from '@/lib/card-tokens/server/reveal'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'card_tokens.reveal',
  response: revealedCardToken,
  run: (context, { params }) => revealCardToken(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
