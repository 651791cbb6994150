import { alertApi } from '@/lib/alerts/api'
import { testChannel } from '@/lib/alerts/server/deliver'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(alertApi, '/alerts/test', {
  POST: (context, { body }) => testChannel(context, body),
})
