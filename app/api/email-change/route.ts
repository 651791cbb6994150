import { emailConfirmation, emailConfirmed } from '@/lib/account/schema'
import { confirmEmail } from '@/lib/account/server/email'
import { signedIn } from '@/lib/core/server/auth/actor'
import { parseJson, readBody } from '@/lib/core/server/route/body'
import { deviceOf } from '@/lib/core/server/route/client-address'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { answer, json, parse, refuseForeignOrigin } from '@/lib/core/server/route/route'

/** Maximum body size in bytes: a token. */
const maxBody = 1024

/** Needs no session: the token authorises. It is in the body because addresses are logged. */
export const POST = (request: Request): Promise<Response> =>
  answer(request, async () => {
    refuseForeignOrigin(request)
    const { token } = parse(emailConfirmation, parseJson(await readBody(request, maxBody)))
    const by = { device: deviceOf(request.headers), person: await signedIn() }
    return json(emailConfirmed.parse(await confirmEmail(token, by)), 200)
  })

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
