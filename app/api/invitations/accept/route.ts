import { signedIn } from '@/lib/core/server/auth/actor'
import { clientAddress } from '@/lib/core/server/route/client-address'
import { openRoute } from '@/lib/core/server/route/open-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { acceptance, accepted } from '@/lib/people/schema'
import { acceptInvitation } from '@/lib/people/server/accept-invitation'

export const POST = openRoute({
  body: acceptance,
  // A token, a name and a password.
  maxBody: 16 * 1024,
  response: accepted,
  run: async (body, { headers }) =>
    acceptInvitation({ ...body, person: await signedIn(), address: clientAddress(headers) }),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
