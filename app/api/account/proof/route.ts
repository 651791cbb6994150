import { proof, proven } from '@/lib/account/schema'
import { proveWho } from '@/lib/account/server/proof'
import { accountRoute } from '@/lib/core/server/route/account-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const POST = accountRoute({
  body: proof,
  response: proven,
  run: (context, { body }) => proveWho(context, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
