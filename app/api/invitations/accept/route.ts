import { acceptance, accepted } from '@/lib/people/schema'
import { signedIn } from '@/lib/core/server/auth/actor'
import { parseJson, readBody } from '@/lib/core/server/route/body'
import { clientAddress } from '@/lib/core/server/route/client-address'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { answer, parse, refuseForeignOrigin } from '@/lib/core/server/route/route'
import { acceptInvitation } from '@/lib/people/server/accept-invitation'

/** Maximum body size in bytes: a token, a name and a password. */
const maxBody = 16 * 1024

/** Belongs to no shop: the token authorises. It is in the body because addresses are logged. */
export const POST = (request: Request): Promise<Response> =>
  answer(request, async () => {
    refuseForeignOrigin(request)
    const body = parse(acceptance, parseJson(await readBody(request, maxBody)))
    const result = await acceptInvitation({
      ...body,
      person: await signedIn(),
      address: clientAddress(request.headers),
    })
    return Response.json(accepted.parse(result), { headers: { 'Cache-Control': 'no-store' } })
  })

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
