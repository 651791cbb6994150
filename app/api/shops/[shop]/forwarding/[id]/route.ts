import { endpoint, endpointChange, endpointRemoved } from '@/lib/forwarding/schema'
import { changeEndpoint, readEndpoint, removeEndpoint } from '@/lib/forwarding/server/endpoints'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'forwarding.read',
  response: endpoint,
  run: (context, { params }) => readEndpoint(context, params.id),
})

export const PATCH = shopRoute({
  permission: 'forwarding.manage',
  body: endpointChange,
  response: endpoint,
  run: (context, { body, params }) => changeEndpoint(context, params.id, body),
})

export const DELETE = shopRoute({
  permission: 'forwarding.manage',
  response: endpointRemoved,
  run: (context, { params }) => removeEndpoint(context, params.id),
})

export const { POST, PUT, OPTIONS } = otherMethods('GET', 'PATCH', 'DELETE')
