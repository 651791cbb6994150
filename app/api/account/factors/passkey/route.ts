import { factorAdded, passkeyRegistration } from '@/lib/account/schema'
import { addPasskey } from '@/lib/account/server/factors'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const POST = accountRoute({
  isRecentSignInNeeded: true,
  body: passkeyRegistration,
  response: factorAdded,
  run: (context, { body }) => addPasskey(context, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
