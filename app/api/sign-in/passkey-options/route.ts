import { passkeyOptions } from '@/lib/account/schema'
import { askForPasskey } from '@/lib/core/server/auth/passkey-sign-in'
import { clientAddress } from '@/lib/core/server/route/client-address'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { answer, json, refuseForeignOrigin } from '@/lib/core/server/route/route'

/** Needs no session: sign-in with a passkey begins here. */
export const POST = (request: Request): Promise<Response> =>
  answer(request, async () => {
    refuseForeignOrigin(request)
    return json(passkeyOptions.parse(await askForPasskey(clientAddress(request.headers))), 200)
  })

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
