import { endpointTest } from '@/lib/forwarding/schema'
import { testEndpoint } from '@/lib/forwarding/server/test-endpoint'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'forwarding.read',
  response: endpointTest,
  run: (context, { params }) => testEndpoint(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
