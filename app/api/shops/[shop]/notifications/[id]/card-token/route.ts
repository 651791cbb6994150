import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { notificationApi } from '@/lib/notifications/api'
import { keepNotifiedCard } from '@/lib/notifications/server/redaction/keep-card'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  notificationApi,
  '/notifications/[id]/card-token',
  {
    POST: (context, { params }) => keepNotifiedCard(context, params.id),
  },
)
