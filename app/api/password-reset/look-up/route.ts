import { resetAccount, resetLookUp } from '@/lib/account/schema'
import { lookUpReset } from '@/lib/account/server/reset-password'
import { parseJson, readBody } from '@/lib/core/server/route/body'
import { clientAddress } from '@/lib/core/server/route/client-address'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { answer, json, parse, refuseForeignOrigin } from '@/lib/core/server/route/route'

/** Maximum body size in bytes: a token. */
const maxBody = 1024

/** Returns whose password a link sets. POST keeps the token out of the URL. */
export const POST = (request: Request): Promise<Response> =>
  answer(request, async () => {
    refuseForeignOrigin(request)
    const { token } = parse(resetLookUp, parseJson(await readBody(request, maxBody)))
    return json(resetAccount.parse(await lookUpReset(token, clientAddress(request.headers))), 200)
  })

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
