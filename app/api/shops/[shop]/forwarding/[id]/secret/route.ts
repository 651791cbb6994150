import { endpointWithSecret } from '@/lib/contracts/forwarding'
import { rotateSecret } from '@/lib/server/forwarding/endpoints'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'forwarding.manage',
  response: endpointWithSecret,
  run: (context, { params }) => rotateSecret(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
