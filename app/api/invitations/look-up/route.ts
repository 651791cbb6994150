import { parseJson, readBody } from '@/lib/core/server/route/body'
import { signedIn } from '@/lib/core/server/auth/actor'
import { clientAddress } from '@/lib/core/server/route/client-address'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { answer, json, parse, refuseForeignOrigin } from '@/lib/core/server/route/route'
import { invitationLookUp, openedInvitation } from '@/lib/people/schema'
import { openInvitation } from '@/lib/people/server/accept-invitation'

/** Maximum body size in bytes: a token. */
const maxBody = 1024

/** What a link leads to. It is no GET, because the token must not be in an address. */
export const POST = (request: Request): Promise<Response> =>
  answer(request, async () => {
    refuseForeignOrigin(request)
    const { token } = parse(invitationLookUp, parseJson(await readBody(request, maxBody)))
    const person = await signedIn()
    const found = await openInvitation({ token, person, address: clientAddress(request.headers) })
    return json(openedInvitation.parse(found), 200)
  })

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
