import { revealedCardToken } from '@/lib/contracts/card-token'
import { revealCardToken } from '@/lib/server/card-tokens/reveal'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'card_tokens.reveal',
  response: revealedCardToken,
  run: (context, { params }) => revealCardToken(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
