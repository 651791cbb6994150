import { passwordReset, passwordSet } from '@/lib/account/schema'
import { setPasswordByLink } from '@/lib/account/server/reset-password'
import { clientAddress } from '@/lib/core/server/route/client-address'
import { openRoute } from '@/lib/core/server/route/open-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const POST = openRoute({
  body: passwordReset,
  // A token and a password.
  maxBody: 16 * 1024,
  response: passwordSet,
  run: (body, { headers }) => setPasswordByLink(body, clientAddress(headers)),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
