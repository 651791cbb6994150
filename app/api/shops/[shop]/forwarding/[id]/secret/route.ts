import { endpointWithSecret } from '@/lib/forwarding/schema'
import { rotateSecret } from '@/lib/forwarding/server/endpoints'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'forwarding.manage',
  response: endpointWithSecret,
  run: (context, { params }) => rotateSecret(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
