import { newRecoveryCodes } from '@/lib/account/schema'
import { renewRecoveryCodes } from '@/lib/account/server/factors'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const POST = accountRoute({
  isRecentSignInNeeded: true,
  response: newRecoveryCodes,
  run: renewRecoveryCodes,
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
