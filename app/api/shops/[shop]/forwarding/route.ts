import { endpointCreate, endpointList, endpointWithSecret } from '@/lib/contracts/forwarding'
import { createEndpoint, listEndpoints } from '@/lib/server/forwarding/endpoints'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

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
