import { passkeyOptions } from '@/lib/account/schema'
import { passkeyRequest } from '@/lib/core/server/accounts/passkeys'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const POST = accountRoute({
  response: passkeyOptions,
  run: async ({ engine, person }) => ({ ...(await passkeyRequest(engine.db, person.userId)) }),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
