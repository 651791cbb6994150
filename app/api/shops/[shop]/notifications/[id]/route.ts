import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { notificationApi } from '@/lib/notifications/api'
import { readNotificationDetail } from '@/lib/notifications/server/reading/read'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(notificationApi, '/notifications/[id]', {
  GET: (context, { params }) => readNotificationDetail(context, params.id),
})
