import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { notificationApi } from '@/lib/notifications/api'
import { notificationRetentionEffect } from '@/lib/notifications/server/retention'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  notificationApi,
  '/notification-settings/retention-effect',
  {
    GET: (context, { query }) => notificationRetentionEffect(context, query),
  },
)
