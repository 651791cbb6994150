import { alertApi } from '@/lib/alerts/api'
import { dismissAlert } from '@/lib/alerts/server/list'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(alertApi, '/alerts/[id]/dismiss', {
  POST: (context, { params }) => dismissAlert(context, params.id),
})
