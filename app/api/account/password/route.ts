import { passwordChange, passwordChanged } from '@/lib/account/schema'
import { changePassword } from '@/lib/account/server/password'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const POST = accountRoute({
  body: passwordChange,
  response: passwordChanged,
  run: (context, { body, setCookie }) => changePassword(context, body, setCookie),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
