import { endpointCreate, endpointList, endpointWithSecret } from '@/lib/forwarding/schema'
import { createEndpoint, listEndpoints } from '@/lib/forwarding/server/endpoints'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'forwarding.read',
  response: endpointList,
  run: (context) => listEndpoints(context),
})

export const POST = shopRoute({
  permission: 'forwarding.manage',
  body: endpointCreate,
  response: endpointWithSecret,
  status: 201,
  run: (context, { body }) => createEndpoint(context, body),
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
