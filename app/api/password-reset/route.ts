import { passwordReset, passwordSet } from '@/lib/account/schema'
import { setPasswordByLink } from '@/lib/account/server/reset-password'
import { parseJson, readBody } from '@/lib/core/server/route/body'
import { clientAddress } from '@/lib/core/server/route/client-address'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { answer, json, parse, refuseForeignOrigin } from '@/lib/core/server/route/route'

/** Maximum body size in bytes: a token and a password. */
const maxBody = 16 * 1024

/** Needs no session: the token authorises. It is in the body because addresses are logged. */
export const POST = (request: Request): Promise<Response> =>
  answer(request, async () => {
    refuseForeignOrigin(request)
    const body = parse(passwordReset, parseJson(await readBody(request, maxBody)))
    return json(passwordSet.parse(await setPasswordByLink(body, clientAddress(request.headers))), 200)
  })

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
