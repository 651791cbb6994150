import { newApiToken, ownTokenList, ownTokenOrder } from '@/lib/api-tokens/schema'
import { listOwnTokens, makeOwnToken } from '@/lib/api-tokens/server/tokens'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const GET = accountRoute({ response: ownTokenList, run: listOwnTokens })

export const POST = accountRoute({
  isRecentSignInNeeded: true,
  body: ownTokenOrder,
  response: newApiToken,
  status: 201,
  run: (context, { body }) => makeOwnToken(context, body),
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
