import { emailConfirmation, emailConfirmed } from '@/lib/account/schema'
import { lookUpEmailChange } from '@/lib/account/server/email'
import { parseJson, readBody } from '@/lib/core/server/route/body'
import { clientAddress } from '@/lib/core/server/route/client-address'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { answer, json, parse, refuseForeignOrigin } from '@/lib/core/server/route/route'

/** Maximum body size in bytes: it holds only a token. */
const maxBody = 1024

/** Returns the e-mail address that a link confirms. POST keeps the token out of the URL. */
export const POST = (request: Request): Promise<Response> =>
  answer(request, async () => {
    refuseForeignOrigin(request)
    const { token } = parse(emailConfirmation, parseJson(await readBody(request, maxBody)))
    return json(emailConfirmed.parse(await lookUpEmailChange(token, clientAddress(request.headers))), 200)
  })

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
