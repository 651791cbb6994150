import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { notificationApi } from '@/lib/notifications/api'
import { listNotifications } from '@/lib/notifications/server/reading/list'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(notificationApi, '/notifications', {
  GET: (context, { query }) => listNotifications(context, query),
})
