import { emailChange, emailChangeState } from '@/lib/account/schema'
import { changeEmail } from '@/lib/account/server/email'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const POST = accountRoute({
  isRecentSignInNeeded: true,
  body: emailChange,
  response: emailChangeState,
  run: (context, { body }) => changeEmail(context, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
