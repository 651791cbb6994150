import { endpoint, endpointEnable } from '@/lib/forwarding/schema'
import { enableEndpoint } from '@/lib/forwarding/server/endpoints'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'forwarding.manage',
  body: endpointEnable,
  response: endpoint,
  run: (context, { body, params }) => enableEndpoint(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
