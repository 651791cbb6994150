import { endpointSecret } from '@/lib/notifications/settings'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'
import { makeEndpointSecret } from '@/lib/shops/server/notification-settings'

export const POST = shopRoute({
  permission: 'notifications.configure',
  response: endpointSecret,
  run: (context) => makeEndpointSecret(context),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
