import { factorList } from '@/lib/account/schema'
import { listFactors } from '@/lib/account/server/factors'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const GET = accountRoute({ response: factorList, run: listFactors })

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
