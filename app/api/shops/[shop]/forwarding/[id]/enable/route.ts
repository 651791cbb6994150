import { endpoint, endpointEnable } from '@/lib/contracts/forwarding'
import { enableEndpoint } from '@/lib/server/forwarding/enable'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'forwarding.manage',
  body: endpointEnable,
  response: endpoint,
  run: (context, { body, params }) => enableEndpoint(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
