import { endpoint, endpointEnable } from '@/lib/forwarding/schema'
import { enableEndpoint } from '@/lib/forwarding/server/enable'
import { otherMethods } from '@/lib/core/server/route/other-methods'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'forwarding.manage',
  body: endpointEnable,
  response: endpoint,
  run: (context, { body, params }) => enableEndpoint(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
