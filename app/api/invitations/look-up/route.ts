import { parseJson, readBody } from '@/lib/core/server/route/body'
import { signedIn } from '@/lib/core/server/auth/actor'
import { clientAddress } from '@/lib/core/server/route/client-address'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { answer, json, parse, refuseForeignOrigin } from '@/lib/core/server/route/route'
import { invitationLookUp, openedInvitation } from '@/lib/people/schema'
import { openInvitation } from '@/lib/people/server/accept-invitation'

/** Maximum body size in bytes: it holds only a token. */
const maxBody = 1024

/** Returns what an invitation's link leads to. POST keeps the token out of the URL. */
export const POST = (request: Request): Promise<Response> =>
  answer(request, async () => {
    refuseForeignOrigin(request)
    const { token } = parse(invitationLookUp, parseJson(await readBody(request, maxBody)))
    const person = await signedIn()
    const found = await openInvitation({ token, person, address: clientAddress(request.headers) })
    return json(openedInvitation.parse(found), 200)
  })

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
