import { passkeyOptions } from '@/lib/account/schema'
import { newPasskeyOptions } from '@/lib/account/server/factors'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const POST = accountRoute({
  isRecentSignInNeeded: true,
  response: passkeyOptions,
  run: async (context) => ({ ...(await newPasskeyOptions(context)) }),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
