import { emailConfirmation, emailConfirmed } from '@/lib/account/schema'
import { lookUpEmailChange } from '@/lib/account/server/email'
import { clientAddress } from '@/lib/core/server/route/client-address'
import { openRoute } from '@/lib/core/server/route/open-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

/** Returns the e-mail address that a link confirms. POST keeps the token out of the URL. */
export const POST = openRoute({
  body: emailConfirmation,
  response: emailConfirmed,
  run: ({ token }, { headers }) => lookUpEmailChange(token, clientAddress(headers)),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
