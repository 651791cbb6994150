import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { jobApi } from '@/lib/jobs/api'
import { readTask } from '@/lib/jobs/server/answer'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(jobApi, '/jobs/[id]', {
  GET: (context, { params }) => readTask(context, params.id),
})
