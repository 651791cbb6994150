import { factorRemoved } from '@/lib/account/schema'
import { removeFactor } from '@/lib/account/server/factors'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const DELETE = accountRoute({
  isRecentSignInNeeded: true,
  response: factorRemoved,
  run: (context, { params }) => removeFactor(context, params.id),
})

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods('DELETE')
