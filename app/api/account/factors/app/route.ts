import { newApp } from '@/lib/account/schema'
import { prepareApp } from '@/lib/account/server/factors'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const POST = accountRoute({ isRecentSignInNeeded: true, response: newApp, run: prepareApp })

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
