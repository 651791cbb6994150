import { apiToken } from '@/lib/api-tokens/schema'
import { revokeOwnToken } from '@/lib/api-tokens/server/tokens'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const POST = accountRoute({
  isRecentSignInNeeded: true,
  response: apiToken,
  run: (context, { params }) => revokeOwnToken(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
