import { sessionsEnded } from '@/lib/account/schema'
import { endOwnSession } from '@/lib/account/server/sessions'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const POST = accountRoute({
  isRecentSignInNeeded: true,
  response: sessionsEnded,
  run: (context, { params }) => endOwnSession(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
