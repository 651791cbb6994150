import { resetAsked, resetRequest } from '@/lib/account/schema'
import { askForReset } from '@/lib/account/server/reset-password'
import { clientAddress } from '@/lib/core/server/route/client-address'
import { openRoute } from '@/lib/core/server/route/open-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

/** Answers the same with or without an account. */
export const POST = openRoute({
  body: resetRequest,
  // An e-mail address.
  maxBody: 4096,
  response: resetAsked,
  status: 202,
  run: (body, { headers }) => askForReset(body, clientAddress(headers)),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
