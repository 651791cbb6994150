import { alertApi } from '@/lib/alerts/api'
import { listAlerts } from '@/lib/alerts/server/list'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(alertApi, '/alerts', {
  GET: (context) => listAlerts(context),
})
