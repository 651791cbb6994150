import { emailConfirmation, emailConfirmed } from '@/lib/account/schema'
import { confirmEmail } from '@/lib/account/server/email'
import { signedIn } from '@/lib/core/server/auth/actor'
import { deviceOf } from '@/lib/core/server/route/client-address'
import { openRoute } from '@/lib/core/server/route/open-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const POST = openRoute({
  body: emailConfirmation,
  response: emailConfirmed,
  run: async ({ token }, { headers }) =>
    confirmEmail(token, { device: deviceOf(headers), person: await signedIn() }),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
