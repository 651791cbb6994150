import { sessionList } from '@/lib/account/schema'
import { listSessions } from '@/lib/account/server/sessions'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const GET = accountRoute({ response: sessionList, run: listSessions })

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
