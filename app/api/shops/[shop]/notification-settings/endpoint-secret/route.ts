import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { notificationApi } from '@/lib/notifications/api'
import { makeEndpointSecret } from '@/lib/shops/server/settings/notification-settings'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  notificationApi,
  '/notification-settings/endpoint-secret',
  {
    POST: (context, { body }) => makeEndpointSecret(context, body),
  },
)
