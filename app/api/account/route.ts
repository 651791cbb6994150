import { profile, profileChange } from '@/lib/account/schema'
import { changeProfile, readProfile } from '@/lib/account/server/profile'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const GET = accountRoute({ response: profile, run: readProfile })

export const PATCH = accountRoute({
  body: profileChange,
  response: profile,
  run: (context, { body }) => changeProfile(context, body),
})

export const { POST, PUT, DELETE, OPTIONS } = otherMethods('GET', 'PATCH')
