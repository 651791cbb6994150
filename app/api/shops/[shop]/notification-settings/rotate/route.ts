import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { notificationApi } from '@/lib/notifications/api'
import { rotateHookKey } from '@/lib/shops/server/settings/notification-settings'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  notificationApi,
  '/notification-settings/rotate',
  {
    POST: (context, { body }) => rotateHookKey(context, body),
  },
)
