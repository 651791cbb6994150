import { passkeyOptions } from '@/lib/account/schema'
import { askForPasskey } from '@/lib/core/server/auth/passkey-sign-in'
import { clientAddress } from '@/lib/core/server/route/client-address'
import { openRoute } from '@/lib/core/server/route/open-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

/** Sign-in with a passkey begins here. */
export const POST = openRoute({
  response: passkeyOptions,
  run: async (_, { headers }) => ({ ...(await askForPasskey(clientAddress(headers))) }),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
