import { endpointTest } from '@/lib/contracts/forwarding'
import { testEndpoint } from '@/lib/server/forwarding/test-endpoint'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'forwarding.read',
  response: endpointTest,
  run: (context, { params }) => testEndpoint(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
