import { appConfirmation, factorAdded } from '@/lib/account/schema'
import { confirmApp } from '@/lib/account/server/factors'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const POST = accountRoute({
  isRecentSignInNeeded: true,
  body: appConfirmation,
  response: factorAdded,
  run: (context, { body, params }) => confirmApp(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
