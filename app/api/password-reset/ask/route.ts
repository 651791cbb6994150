import { resetAsked, resetRequest } from '@/lib/account/schema'
import { askForReset } from '@/lib/account/server/ask-for-reset'
import { parseJson, readBody } from '@/lib/core/server/route/body'
import { clientAddress } from '@/lib/core/server/route/client-address'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { answer, json, parse, refuseForeignOrigin } from '@/lib/core/server/route/route'

/** Maximum body size in bytes: an e-mail address. */
const maxBody = 4096

/** Needs no session, and answers the same with or without an account. */
export const POST = (request: Request): Promise<Response> =>
  answer(request, async () => {
    refuseForeignOrigin(request)
    const body = parse(resetRequest, parseJson(await readBody(request, maxBody)))
    return json(resetAsked.parse(await askForReset(body, clientAddress(request.headers))), 202)
  })

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
