import { identityRemoved } from '@/lib/account/schema'
import { removeIdentity } from '@/lib/account/server/identities'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const DELETE = accountRoute({
  isRecentSignInNeeded: true,
  response: identityRemoved,
  run: (context, { params }) => removeIdentity(context, params.id),
})

export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods('DELETE')
