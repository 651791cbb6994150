import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { jobApi } from '@/lib/jobs/api'
import { repeatUnconfirmed } from '@/lib/jobs/server/control'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(jobApi, '/jobs/[id]/repeat', {
  POST: (context, { params }) => repeatUnconfirmed(context, params.id),
})
