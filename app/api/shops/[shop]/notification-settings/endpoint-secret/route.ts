import { endpointSecret } from '@/lib/contracts/notification-settings'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'
import { makeEndpointSecret } from '@/lib/server/shops/notification-settings'

export const POST = shopRoute({
  permission: 'notifications.configure',
  response: endpointSecret,
  run: (context) => makeEndpointSecret(context),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
