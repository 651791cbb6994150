import { emailConfirmation, emailConfirmed } from '@/lib/account/schema'
import { lookUpEmailChange } from '@/lib/account/server/email'
import { parseJson, readBody } from '@/lib/core/server/route/body'
import { clientAddress } from '@/lib/core/server/route/client-address'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { answer, json, parse, refuseForeignOrigin } from '@/lib/core/server/route/route'

/** Maximum body size in bytes: a token. */
const maxBody = 1024

/** Returns which address a link confirms. It is a POST, because the token must not be in an address. */
export const POST = (request: Request): Promise<Response> =>
  answer(request, async () => {
    refuseForeignOrigin(request)
    const { token } = parse(emailConfirmation, parseJson(await readBody(request, maxBody)))
    return json(emailConfirmed.parse(await lookUpEmailChange(token, clientAddress(request.headers))), 200)
  })

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
