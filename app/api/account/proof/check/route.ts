import { proven } from '@/lib/account/schema'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

/** Whether the last proof is recent enough, asked before the browser loads a file directly. */
export const POST = accountRoute({
  isRecentSignInNeeded: true,
  response: proven,
  run: () => ({ is_proven: true as const }),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
