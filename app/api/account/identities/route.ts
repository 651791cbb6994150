import { headers } from 'next/headers'
import { identityLinked, identityList } from '@/lib/account/schema'
import { linkIdentity, listIdentities } from '@/lib/account/server/identities'
import { pendingIdentityIn } from '@/lib/core/server/auth/visit'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const GET = accountRoute({ response: identityList, run: listIdentities })

/** Links the identity that a cookie names. */
export const POST = accountRoute({
  isRecentSignInNeeded: true,
  response: identityLinked,
  run: async (context) => linkIdentity(context, pendingIdentityIn(await headers())),
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
