import { resetAccount, resetLookUp } from '@/lib/account/schema'
import { lookUpReset } from '@/lib/account/server/reset-password'
import { clientAddress } from '@/lib/core/server/route/client-address'
import { openRoute } from '@/lib/core/server/route/open-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

/** Returns whose password a link sets. POST keeps the token out of the URL. */
export const POST = openRoute({
  body: resetLookUp,
  response: resetAccount,
  run: ({ token }, { headers }) => lookUpReset(token, clientAddress(headers)),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
