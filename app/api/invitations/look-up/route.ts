import { signedIn } from '@/lib/core/server/auth/actor'
import { clientAddress } from '@/lib/core/server/route/client-address'
import { openRoute } from '@/lib/core/server/route/open-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { invitationLookUp, openedInvitation } from '@/lib/people/schema'
import { openInvitation } from '@/lib/people/server/accept-invitation'

/** Returns what an invitation's link leads to. POST keeps the token out of the URL. */
export const POST = openRoute({
  body: invitationLookUp,
  response: openedInvitation,
  run: async ({ token }, { headers }) =>
    openInvitation({ token, person: await signedIn(), address: clientAddress(headers) }),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
