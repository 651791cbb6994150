import { sessionsEnded } from '@/lib/account/schema'
import { endOwnSessions } from '@/lib/account/server/sessions'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const POST = accountRoute({
  isRecentSignInNeeded: true,
  response: sessionsEnded,
  run: (context) => endOwnSessions(context, { isThisKept: true }),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
